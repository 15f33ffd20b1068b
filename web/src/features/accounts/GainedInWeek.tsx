import { MetricChange } from '@/shared/history/MetricChange'
import type { Account } from './model'

/** What an account gained lately; nothing while that is not known. */
export function GainedInWeek({ account: { gained_views_7_days: gained } }: { account: Account }) {
  return gained != null && <MetricChange gained={gained} period="in 7 days" named />
}
