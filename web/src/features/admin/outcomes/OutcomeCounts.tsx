import { formatExact } from '@/shared/lib/format'
import { outcomeName } from '@/shared/lib/outcomeName'
import classes from './OutcomeCounts.module.css'
import type { OutcomeCount } from './outcomes'
import { OutcomeSign } from './OutcomeSign'

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
