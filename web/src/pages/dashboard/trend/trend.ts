import type { Schema } from '@/api/types'
import { isComparable } from '@/charts/days/dataStart'
import { dayCourse, gainedIn } from '@/charts/days/days'
import { periodCourse } from '@/charts/days/periodCourse'
import { periodSums } from '@/charts/days/periodSums'
import type { Series } from '@/charts/plot/series'
import type { TrendView } from '@/charts/days/trendView'
import { isReported, type CountMetric } from '@/util/metrics/metrics'
import type { Period } from '@/util/time/period'
import {
  DEFAULT_PLATFORM,
  isPlatform,
  PLATFORM_CODES,
  platformColor,
  PLATFORMS,
  type Platform,
} from '@/util/platform'
import { withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

type Trend = Schema<'Trend'>

/** The period that is shown, and the current day. */
export type Shown = { period: Period; today: string }

/** Leaves the previous period out if the days cannot be compared with it. */
function comparable(days: readonly Schema<'TrendDay'>[], { period, today }: Shown): Shown {
  return isComparable(days, period)
    ? { period, today }
    : { period: { ...period, previous: undefined }, today }
}

/** Returns the platforms that report a metric. */
export function platformsWith(metric: CountMetric): Platform[] {
  return PLATFORM_CODES.filter((platform) => isReported(metric, platform))
}

/** Returns the number of days, which is the same for all platforms. */
export function dayCount(trend: Trend): number {
  return trend[DEFAULT_PLATFORM].length
}

type Legend = { now: number | undefined; before: number | undefined; soFar: number | undefined }

/**
 * Returns the gain in a period, or the total at its end, with that of the previous period, and of today if that follows the period;
 * without a period, those of all days.
 */
export function legendOf(
  days: readonly Schema<'TrendDay'>[],
  { metric, show }: TrendView,
  shown: Shown | undefined,
): Legend {
  if (shown === undefined) {
    const now = show === 'gained' ? gainedIn(days, metric) : days.at(-1)?.[metric]
    return { now, before: undefined, soFar: undefined }
  }
  const { period, today } = comparable(days, shown)
  const { before, soFar, ...sums } = periodSums(days, metric, period, today)
  return { now: sums[show], before: before[show], soFar: soFar?.[show] }
}

/** States that the sums of a period include today, which is not complete. */
export function openNote({ period, today }: Shown): string | undefined {
  if (period.days.to < today) return undefined
  return period.name === 'today' ? 'Today so far' : 'Includes today so far'
}

/**
 * Returns the series of the platforms over a period or all days, and the length of a step; uses weeks if there are more days than
 * `most`.
 */
export function chartDataOf(
  trend: Trend,
  platforms: readonly Platform[],
  { metric, show }: TrendView,
  shown: Shown | undefined,
  most: number,
): { series: Series[]; step: string; partial: boolean } {
  const courses = platforms.map((platform) => ({
    platform,
    course: shown
      ? periodCourse(trend[platform], metric, comparable(trend[platform], shown), most)
      : dayCourse(trend[platform], metric, most),
  }))
  return {
    series: courses.map(({ platform, course }) => ({
      name: PLATFORMS[platform].name,
      color: platformColor(platform),
      points: course[show],
      before: course.before?.[show],
    })),
    step: courses[0]?.course.step ?? '',
    partial: courses[0]?.course.partial ?? false,
  }
}

const PARAMETER = 'platform'

/** Keeps the platforms shown in the trend in the URL: all, unless the user chose some. */
export function useShownPlatforms() {
  const { search, change } = useUrlParams()
  const chosen = (search.get(PARAMETER) ?? '').split(',').filter(isPlatform)
  const shown = chosen.length === 0 ? PLATFORM_CODES : chosen
  return {
    chosen: shown,
    /** Hides or shows a platform; if none would be left, shows all again. */
    toggle: (platform: Platform) => {
      const next = PLATFORM_CODES.filter((other) => shown.includes(other) !== (other === platform))
      const all = next.length === PLATFORM_CODES.length
      change((now) => withParameters(now, { [PARAMETER]: all ? '' : next.join(',') }), { replace: true })
    },
  }
}
