import type { Schema } from '@/api/types'
import { dayCourse, gainedIn } from '@/charts/days'
import type { Series } from '@/charts/series'
import type { TrendView } from '@/charts/trendView'
import { isReported, type CountMetric } from '@/util/metrics'
import { PLATFORMS, type Platform } from '@/util/platform'
import { withParameters } from '@/util/urlParams'
import { useUrlParams } from '@/util/useUrlParams'

type Trend = Schema<'Trend'>

const BOTH: readonly Platform[] = ['instagram', 'tiktok']

/** Returns the platforms that report a metric. */
export function platformsWith(metric: CountMetric): Platform[] {
  return BOTH.filter((platform) => isReported(metric, platform))
}

/** Returns the current total of a platform's metric, and its gain over the displayed days. */
export function sumsOf(
  trend: Trend,
  platform: Platform,
  metric: CountMetric,
): { total: number; gained: number } {
  const days = trend[platform]
  return { total: days.at(-1)?.[metric] ?? 0, gained: gainedIn(days, metric) }
}

/** Returns the series of the platforms, and the length of a step; uses weeks if there are more days than `most`. */
export function chartDataOf(
  trend: Trend,
  platforms: readonly Platform[],
  { metric, show }: TrendView,
  most: number,
): { series: Series[]; step: string } {
  const courses = platforms.map((platform) => ({
    platform,
    course: dayCourse(trend[platform], metric, most),
  }))
  return {
    series: courses.map(({ platform, course }) => ({
      name: PLATFORMS[platform].name,
      color: `var(--cm-${platform})`,
      points: course[show],
    })),
    step: courses[0]?.course.step ?? '',
  }
}

const PARAMETER = 'platform'

/** Keeps the platforms shown in the trend in the URL: both, unless the user chose one. */
export function useShownPlatforms() {
  const { search, change } = useUrlParams()
  const only = BOTH.find((platform) => platform === search.get(PARAMETER))
  return {
    shown: only === undefined ? BOTH : [only],
    /** Hides one of two platforms; if only one is shown, shows both again. */
    toggle: (platform: Platform) => {
      const next = only === undefined ? BOTH.find((other) => other !== platform) : undefined
      change((now) => withParameters(now, { [PARAMETER]: next ?? '' }), { replace: true })
    },
  }
}
