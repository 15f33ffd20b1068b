import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { PLOT_HEIGHT, TABLE_HEIGHT } from './size'
import type { TrendChartProps } from './TrendChart'

const Chart = lazy(() => import('./TrendChart').then((file) => ({ default: file.TrendChart })))

/** Loads the code of a chart on first use; shows a placeholder of the same size meanwhile. */
export function LazyTrendChart(props: TrendChartProps) {
  const { height = PLOT_HEIGHT.one } = props
  return (
    <Suspense fallback={<Skeleton h={height + TABLE_HEIGHT} role="status" aria-label="Loading" />}>
      <Chart {...props} />
    </Suspense>
  )
}
