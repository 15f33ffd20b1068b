import { Box } from '@mantine/core'
import { EmptyState } from '@/components/EmptyState'
import type { Course } from './course'
import { LazyTrendChart } from './LazyTrendChart'
import type { Metric, MetricOption } from './metric'
import { NotEnoughHistory } from './NotEnoughHistory'
import { TrendControls } from './TrendControls'
import { useTrendView } from './useTrendView'

type Props = {
  /** Metrics with known values. */
  metrics: readonly MetricOption[]
  courseOf: (metric: Metric) => Course
  color: string
  ranged?: boolean
}

/** Metrics of an item or account over time. */
export function HistoryView({ metrics, courseOf, color, ranged = false }: Props) {
  const { view, show } = useTrendView('total')
  const metric = metrics.find(({ value }) => value === view.metric) ?? metrics[0]
  if (metric === undefined)
    return <EmptyState title="No numbers yet" hint="They appear after a successful scrape." />
  const { step, total, gained, partial, marks } = courseOf(metric.value)
  const bars = view.show === 'gained'
  const nothingGained = total.length < 2 && gained.every(({ value }) => !value)
  return (
    <>
      <Box mb="md">
        <TrendControls
          metrics={metrics}
          view={{ ...view, metric: metric.value }}
          onChange={show}
          ranged={ranged}
        />
      </Box>
      {bars && nothingGained ? (
        <NotEnoughHistory />
      ) : (
        <LazyTrendChart
          label={`${metric.label}, every ${step}`}
          series={[{ name: metric.label, color, points: bars ? gained : total }]}
          shape={bars ? 'bars' : 'line'}
          unit={bars ? `${metric.value} gained per ${step}` : metric.value}
          partial={partial}
          marks={marks}
        />
      )}
    </>
  )
}
