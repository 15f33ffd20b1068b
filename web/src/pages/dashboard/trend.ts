import type { Schema } from '@/api/types'
import { dayCourse, gainedIn } from '@/charts/days'
import type { Series } from '@/charts/series'
import type { TrendView } from '@/charts/trendView'
import { isReported, type CountMetric } from '@/util/metrics'
import {
  DEFAULT_PLATFORM,
  isPlatform,
  PLATFORM_CODES,
  platformColor,
  PLATFORMS,
  type Platform,
} from '@/util/platform'
import { withParameters } from '@/util/urlParams'
import { useUrlParams } from '@/util/useUrlParams'

type Trend = Schema<'Trend'>

/** Returns the platforms that report a metric. */
export function platformsWith(metric: CountMetric): Platform[] {
  return PLATFORM_CODES.filter((platform) => isReported(metric, platform))
}

/** Returns the number of days, which is the same for all platforms. */
export function dayCount(trend: Trend): number {
  return trend[DEFAULT_PLATFORM].length
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
      color: platformColor(platform),
      points: course[show],
    })),
    step: courses[0]?.course.step ?? '',
  }
}

const PARAMETER = 'platform'

/** Keeps the platforms shown in the trend in the URL: all, unless the user chose some. */
export function useShownPlatforms() {
  const { search, change } = useUrlParams()
  const chosen = (search.get(PARAMETER) ?? '').split(',').filter(isPlatform)
  const shown = chosen.length === 0 ? PLATFORM_CODES : chosen
  return {
    shown,
    /** Hides or shows a platform; if none would be left, shows all again. */
    toggle: (platform: Platform) => {
      const next = PLATFORM_CODES.filter((other) => shown.includes(other) !== (other === platform))
      const all = next.length === PLATFORM_CODES.length
      change((now) => withParameters(now, { [PARAMETER]: all ? '' : next.join(',') }), { replace: true })
    },
  }
}
