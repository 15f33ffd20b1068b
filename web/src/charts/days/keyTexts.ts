import { formatDays, lengthOf, type Period } from '@/util/time/period'
import { addDays } from '@/util/time/timeZone'
import { chartedDays } from './chartedDays'

/** Texts of the key of a chart: the complete days, those that they are compared with, and what is missing. */
type KeyTexts = { now: string | undefined; before: string | undefined; note: string | undefined }

/** Returns the texts of a chart's key. `compared` means that it has values of the previous period. */
export function keyTexts(period: Period, today: string, compared: boolean): KeyTexts {
  const { previous } = period
  const { from, to } = chartedDays(period, today)
  const end = to === today ? addDays(today, -1) : to
  const now = from > end ? undefined : formatDays({ from, to: end })
  if (previous === undefined) return { now, before: undefined, note: undefined }
  const text = formatDays(previous)
  if (!compared) return { now, before: undefined, note: `No history of ${text}` }
  const length = lengthOf(period.days)
  const cut = lengthOf(previous) > length
  return { now, before: text, note: cut ? `The chart shows the first ${length} days of these` : undefined }
}
