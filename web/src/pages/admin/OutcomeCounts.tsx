import { formatExact } from '@/util/format'
import { outcomeName } from '@/util/states'
import type { OutcomeCount } from './outcomes'
import { OutcomeSign } from './OutcomeSign'
import classes from './OutcomeCounts.module.css'

/** Number of attempts per outcome, each with its icon. */
export function OutcomeCounts({ counts }: { counts: OutcomeCount[] }) {
  return (
    <ul className={classes.counts} aria-label="Outcomes">
      {counts.map(({ status, count, kind }) => (
        <li key={status}>
          <OutcomeSign kind={kind} />
          {formatExact(count)} {outcomeName(status)}
        </li>
      ))}
    </ul>
  )
}
