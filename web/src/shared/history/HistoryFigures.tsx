import { formatChange, formatSigned } from '@/shared/chart/point'
import { Count } from '@/shared/ui/Count'
import classes from './HistoryFigures.module.css'

/** What a number is now, and what it gained in a time, which is told in words: `in 30 days`. */
export type Figure = { label: string; now: number; gained: number; period: string }

/** What an account or item has now, and how it changed. */
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
