import type { Schema } from '@/api/types'
import type { CountMetric, CountOption } from '@/util/metrics/metrics'
import { lengthOf, periodPhrase, type Days, type Period } from '@/util/time/period'
import { addDays } from '@/util/time/timeZone'
import { chartedDays } from './chartedDays'
import { gainedIn, weeks } from './days'
import type { Course, Figure } from './course'
import { periodSums } from './periodSums'
import type { Point } from '@/charts/plot/point'

type Day = Schema<'TrendDay'>

/** A day in a chart and the one that it is compared with, whose values are undefined before the history began. */
type Pair = { day: string; now: Day | undefined; before: string | undefined; earlier: Day | undefined }

/** Pairs the days in the chart of a period with those of the previous one by their position: the first with the first. */
function pairsOf(history: readonly Day[], { days, previous }: Period, shown: Days): Pair[] {
  const byDay = new Map(history.map((day) => [day.day, day]))
  return Array.from({ length: lengthOf(shown) }, (_, index) => {
    const day = addDays(shown.from, index)
    const before = previous && day <= days.to ? addDays(previous.from, index) : undefined
    const compared = before !== undefined && previous !== undefined && before <= previous.to
    return {
      day,
      now: byDay.get(day),
      before: compared ? before : undefined,
      earlier: compared ? byDay.get(before) : undefined,
    }
  })
}

/**
 * Follows a metric over the days of a period, beside those of the previous one. If there are more days than `most`, it shows weeks,
 * without today, whose gain would be compared with those of weeks. `begun` means that nothing was known before the first day of the
 * history.
 */
export function periodCourse(
  history: readonly Day[],
  metric: CountMetric,
  { period, today }: { period: Period; today: string },
  most: number,
  begun = false,
): Course {
  const charted = chartedDays(period, today)
  const weekly = lengthOf(charted) > most
  const pairs = pairsOf(history, period, weekly ? period.days : charted)
  const steps = weekly ? weeks(pairs) : pairs.map((pair) => [pair])
  const pointsOf = (
    at: (pair: Pair) => string | undefined,
    known: (pair: Pair) => Day | undefined,
    value: (days: Day[]) => number | null,
  ): Point[] =>
    steps.map((step) => ({
      at: step.map(at).findLast((time) => time !== undefined) ?? '',
      value: value(step.flatMap((pair) => known(pair) ?? [])),
    }))
  const total = (days: Day[]) => days.at(-1)?.[metric] ?? null
  const gained = (days: Day[]) => (days.length === 0 ? null : gainedIn(days, metric))
  const now = [(pair: Pair) => pair.day, (pair: Pair) => pair.now] as const
  const before = [(pair: Pair) => pair.before, (pair: Pair) => pair.earlier] as const
  const first = begun ? steps.find((step) => step.some(({ day }) => day === history[0]?.day)) : undefined
  return {
    step: weekly ? 'week' : 'day',
    total: pointsOf(...now, total),
    gained: pointsOf(...now, gained),
    ...(pairs.some(({ earlier }) => earlier) && {
      before: { total: pointsOf(...before, total), gained: pointsOf(...before, gained) },
    }),
    partial: pairs.at(-1)?.day === today,
    marks: first ? [{ at: first.at(-1)?.day ?? '', text: 'Tracking began' }] : [],
  }
}

/**
 * Sums up an account's metric over a period, beside its current total. The previous period is left out if the account was not tracked
 * throughout it.
 */
export function figureOfPeriod(
  { value: metric, label }: CountOption,
  history: readonly Day[],
  period: Period,
  today: string,
): Figure {
  const { gained, before, soFar } = periodSums(history, metric, period, today)
  const now = history.at(-1)?.[metric] ?? 0
  // Tracking began today.
  if (gained === undefined && soFar?.gained !== undefined)
    return { label, now, gained: soFar.gained, period: 'today so far' }
  const [first] = history
  const whole = period.previous !== undefined && first !== undefined && first.day <= period.previous.from
  return {
    label,
    now,
    gained,
    period: gained === undefined ? 'No history in this period' : periodPhrase(period),
    before: whole ? before.gained : undefined,
  }
}
