import { MetricChange } from '@/charts/GainedViews'
import type { Account } from './model'

/** Views gained in the last 7 days; empty while unknown. */
export function GainedInWeek({ account: { gained_views_7_days: gained } }: { account: Account }) {
  return gained != null && <MetricChange gained={gained} period="in 7 days" named />
}
