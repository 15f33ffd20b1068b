import { Skeleton } from '@mantine/core'
import { loadOnDemand } from '@/util/onDemand'
import { PLOT_HEIGHT, TABLE_HEIGHT } from './size'
import type { TrendChartProps } from './TrendChart'

const chart = loadOnDemand(() => import('./TrendChart').then((file) => file.TrendChart))

/** Loads the code of a chart on first use; shows a placeholder of the same size meanwhile. */
export function LazyTrendChart(props: TrendChartProps) {
  const { height = PLOT_HEIGHT.one } = props
  if (chart.useLoaded(true)) return <chart.Loaded {...props} />
  return <Skeleton h={height + TABLE_HEIGHT} role="status" aria-label="Loading" />
}
