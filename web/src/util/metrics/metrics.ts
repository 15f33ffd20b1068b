import type { Schema } from '@/api/types'
import { PLATFORMS, type Platform } from '@/util/platform'

/** Metrics of an item in the server's responses. */
type Values = {
  views: number
  likes: number
  comments: number
  /** Only some platforms report them. */
  shares?: number | null
  /** Only some platforms report them; null if unknown for this item. */
  saves?: number | null
  cpm: number
  engagement_rate: number
}

/** Metrics of every post and video. */
export type ItemMetrics = Values & { metrics_status: Schema<'MetricsStatus'> }

/** The numbers that determine which metrics of an item are unknown. The server sends 0 for these, which must not be shown as a value. */
export type Numbers = Omit<ItemMetrics, 'views' | 'engagement_rate'>

type Definition = {
  /** Title of the column and label of the chart's option. */
  label: string
  /** Field of an item, which is also the column of an export. */
  field: keyof Values
  /** Determines the format. */
  unit: 'count' | 'cost' | 'percent'
  /** Width of the column in pixels. */
  width: number
  /** Hidden at first in tables whose columns can be chosen, and without a total on cards. */
  optional?: true
  /** The most important number. */
  strong?: true
  /** Views or divided by views: unknown if the platform reports none. */
  byViews?: true
  /** Counts toward the engagement rate; the reason is shown if this is the count that makes it unknown. */
  engagement?: { hidden: string }
}

const NO_SHARES = 'Shares are not public'

/** Lets the compiler derive the names, and check the definitions. */
const define = <Name extends string>(definitions: Record<Name, Definition>) => definitions

/** Counts of the platforms. They have a history, totals and gains, under their own names. */
const COUNTS = define({
  views: {
    label: 'Views',
    field: 'views',
    unit: 'count',
    width: 66,
    strong: true,
    byViews: true,
  },
  likes: {
    label: 'Likes',
    field: 'likes',
    unit: 'count',
    width: 66,
    engagement: { hidden: 'Likes are hidden' },
  },
  comments: {
    label: 'Comments',
    field: 'comments',
    unit: 'count',
    width: 80,
    engagement: { hidden: 'Comments are hidden' },
  },
  shares: {
    label: 'Shares',
    field: 'shares',
    unit: 'count',
    width: 66,
    engagement: { hidden: NO_SHARES },
  },
  saves: { label: 'Saves', field: 'saves', unit: 'count', width: 66, optional: true },
})

/** Numbers that the server calculates from counts. */
const RATIOS = define({
  cpm: { label: 'CPM', field: 'cpm', unit: 'cost', width: 84, byViews: true },
  engagement: {
    label: 'Engagement',
    field: 'engagement_rate',
    unit: 'percent',
    width: 92,
    byViews: true,
  },
})

/** A metric with a stored history. */
export type CountMetric = keyof typeof COUNTS

/** A metric, by the server's sort key. */
export type Metric = CountMetric | keyof typeof RATIOS

/** All metrics, in the order of columns. */
export const METRICS: Record<Metric, Definition> = { ...COUNTS, ...RATIOS }

const names = <Name extends string>(definitions: Record<Name, Definition>) =>
  Object.keys(definitions) as Name[]

export type CountOption = { value: CountMetric; label: string }

/** Options of a chart. */
export const COUNT_OPTIONS: readonly CountOption[] = names(COUNTS).map((value) => ({
  value,
  label: COUNTS[value].label,
}))

export function isCountMetric(text: string | null): text is CountMetric {
  return COUNT_OPTIONS.some(({ value }) => value === text)
}

/** Sort keys that the server accepts for items. */
export const ITEM_SORTS = ['date', ...names(METRICS)] as const

export function isReported(metric: Metric, platform: Platform): boolean {
  return !isCountMetric(metric) || PLATFORMS[platform].counts.includes(metric)
}

/** Returns the metrics that a platform reports, in the order of columns. */
export function metricsOf(platform: Platform): Metric[] {
  return metricsOfAny([platform])
}

/** Returns the metrics that any of the platforms reports, in the order of columns. */
export function metricsOfAny(platforms: readonly Platform[]): Metric[] {
  return names(METRICS).filter((metric) => platforms.some((platform) => isReported(metric, platform)))
}

/** Returns a chart's options for a platform. */
export function countOptionsOf(platform: Platform): CountOption[] {
  return COUNT_OPTIONS.filter(({ value }) => isReported(value, platform))
}

/** Returns the counts whose totals are shown on a platform's cards and tiles. */
export function cardCountsOf(platform: Platform): CountOption[] {
  return countOptionsOf(platform).filter(({ value }) => !METRICS[value].optional)
}

/** Formats the counts of the engagement rate: `likes + comments`. */
export function engagementTerms(platform: Platform): string {
  return metricsOf(platform)
    .filter((metric) => METRICS[metric].engagement)
    .join(' + ')
}

const NO_VIEWS = 'No public view count'
const NO_SAVES = 'Saves are not public'
const NO_COST = 'No rate set'
/** The cost may also round to zero for the item's views. */
const NO_VISIBLE_COST = 'No rate set, or the cost is too small to show'

/** Returns why averages over items are unknown, for which the server then sends 0; `undefined` for those that are known. */
export function unknownAverages({ total_views, avg_cpm }: { total_views: number; avg_cpm: number }) {
  const engagement = total_views === 0 ? 'No views yet' : undefined
  return { cpm: engagement ?? (avg_cpm === 0 ? NO_VISIBLE_COST : undefined), engagement }
}

/** Returns why `metric` of an item is unknown, or `undefined` if it was measured. */
export function unknownReason(metric: Metric, item: Numbers): string | undefined {
  if (metric === 'saves') return item.saves == null ? NO_SAVES : undefined
  if (metric === 'shares' && item.shares === null) return NO_SHARES
  switch (item.metrics_status) {
    case 'ok':
      return undefined
    case 'no_views':
      return METRICS[metric].byViews && NO_VIEWS
    case 'no_cost':
      return metric === 'cpm' ? NO_COST : undefined
    case 'likes_hidden': {
      // This status does not imply anything about the cost, which may be missing as well.
      if (metric === 'cpm') return item.cpm === 0 ? NO_VISIBLE_COST : undefined
      const hidden = hiddenCount(item)
      return metric === 'engagement' || metric === hidden ? METRICS[hidden].engagement?.hidden : undefined
    }
  }
}

/** Returns why the cost of an item is unknown. */
export function costUnknown({ metrics_status: status }: Pick<ItemMetrics, 'metrics_status'>): string {
  return status === 'no_views' ? NO_VIEWS : NO_COST
}

/** Returns the hidden count among those in the engagement rate: a count with a value is not hidden. */
function hiddenCount({ likes, comments, shares }: Numbers): CountMetric {
  if (likes > 0 && comments > 0 && shares === 0) return 'shares'
  return likes > 0 && comments === 0 ? 'comments' : 'likes'
}
