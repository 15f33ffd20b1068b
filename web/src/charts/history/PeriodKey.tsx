import { EmptyState } from '@/components/layout/QueryView'
import type { Period } from '@/util/time/period'
import { keyTexts } from '@/charts/days/keyTexts'
import classes from './PeriodKey.module.css'

type Props = {
  period: Period
  today: string
  /** The chart has values of the previous period. */
  compared: boolean
  /** The chart ends today. */
  partial: boolean
}

/** Explains which days the bars, lines and dashed lines of a chart show. */
export function PeriodKey({ period, today, compared, partial }: Props) {
  const { now, before, note } = keyTexts(period, today, compared)
  return (
    <ul className={classes.key} aria-label="Days in the chart">
      {now !== undefined && (
        <li>
          <span className={classes.now} aria-hidden /> {now}
        </li>
      )}
      {partial && (
        <li>
          <span className={classes.partial} aria-hidden /> Today so far
        </li>
      )}
      {before !== undefined && (
        <li>
          <span className={classes.before} aria-hidden /> {before}
        </li>
      )}
      {note !== undefined && <li>{note}</li>}
    </ul>
  )
}

/** Takes the place of a chart without a single value. */
export function NoDaysKnown() {
  return <EmptyState title="No history in this period" hint="Select a later period, or all time." />
}
