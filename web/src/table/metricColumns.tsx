import type { ReactNode } from 'react'
import { Count, Cpm, Engagement } from '@/components/values/Values'
import { METRICS, metricsOfAny, unknownReason, type ItemMetrics, type Metric } from '@/util/metrics/metrics'
import type { Platform } from '@/util/platform'
import type { Column } from './column'

const FORMATS = { count: Count, cost: Cpm, percent: Engagement } as const

/** Returns the columns of the platforms' metrics, the same in every table, sortable by the server's keys. */
export function metricColumns(...platforms: readonly Platform[]): Column<ItemMetrics>[] {
  return metricsOfAny(platforms).map(metricColumn)
}

function metricColumn(metric: Metric): Column<ItemMetrics> {
  const { label, field, width, strong, optional } = METRICS[metric]
  return {
    title: label,
    sort: metric,
    exported: [field],
    width,
    card: 'metric',
    numeric: true,
    ...(strong && { strong }),
    ...(optional && { optional }),
    cell: (item) => metricCell(metric, item),
  }
}

function metricCell(metric: Metric, item: ItemMetrics): ReactNode {
  const { field, unit } = METRICS[metric]
  const Format = FORMATS[unit]
  return <Format value={item[field] ?? 0} unknown={unknownReason(metric, item)} />
}
