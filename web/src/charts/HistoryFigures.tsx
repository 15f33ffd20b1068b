import { Count } from '@/components/Count'
import { formatChange, formatSigned } from './point'
import classes from './HistoryFigures.module.css'

/** Current value of a metric and its gain over a period, given as text: `in 30 days`. */
export type Figure = { label: string; now: number; gained: number; period: string }

/** Current metrics of an account or item, with their changes. */
export function HistoryFigures({ figures }: { figures: Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, now, gained, period }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Count value={now} />
          </dd>
          <dd className={classes.change} data-tip={formatSigned(gained)}>
            {gained === 0 ? 'No change' : formatChange(gained)} {period}
          </dd>
        </div>
      ))}
    </dl>
  )
}
