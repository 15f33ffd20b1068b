import type { Schema } from '@/api/types'
import type { CountMetric } from '@/util/metrics/metrics'
import type { Days, Period } from '@/util/time/period'
import { chartedDays } from './chartedDays'
import { gainedIn } from './days'

type Day = Schema<'TrendDay'>

/** Total at the end of the days, and the gain over them; undefined if unknown. */
type Sums = { total: number | undefined; gained: number | undefined }

/** Sums of a period, of the one it is compared with, and of today if that follows the period. */
type PeriodSums = Sums & { before: Sums; soFar: Sums | undefined }

/** Sums up a metric over a period. */
export function periodSums(
  history: readonly Day[],
  metric: CountMetric,
  period: Period,
  today: string,
): PeriodSums {
  const sums = (days: Days | undefined): Sums => {
    const within = history.filter(({ day }) => days && day >= days.from && day <= days.to)
    return {
      total: within.find(({ day }) => day === days?.to)?.[metric],
      gained: within.length === 0 ? undefined : gainedIn(within, metric),
    }
  }
  const apart = period.days.to < today && chartedDays(period, today).to === today
  return {
    ...sums(period.days),
    before: sums(period.previous),
    soFar: apart ? sums({ from: today, to: today }) : undefined,
  }
}
