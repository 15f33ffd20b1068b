import { Group } from '@mantine/core'
import { useState } from 'react'
import { TrendChart } from '@/shared/chart/TrendChart'
import { EmptyState } from '@/shared/ui/EmptyState'
import { SegmentedFilter } from '@/shared/ui/SegmentedFilter'
import { gains, stepOf, totals } from './buckets'

type HistoryPoint = { observed_at: string } & Partial<Record<Metric, number | null>>
type Metric = 'views' | 'likes' | 'comments' | 'shares'

const METRICS = [
  { value: 'views', label: 'Views' },
  { value: 'likes', label: 'Likes' },
  { value: 'comments', label: 'Comments' },
  { value: 'shares', label: 'Shares' },
] as const

const WAYS = [
  { value: 'total', label: 'Total' },
  { value: 'gained', label: 'Gained' },
] as const

type Props = { points: HistoryPoint[]; color: string }

/** How an item's numbers became what they are, step by step; only those that its platform gives. */
export function HistoryView({ points, color }: Props) {
  const metrics = METRICS.filter(({ value }) => points.some((point) => point[value] != null))
  const [chosen, setMetric] = useState<Metric>('views')
  const [way, setWay] = useState<'total' | 'gained'>('total')
  const metric = metrics.find(({ value }) => value === chosen) ?? metrics[0]
  if (metric === undefined)
    return <EmptyState title="No numbers yet" hint="They appear after a successful scrape." />
  const measured = points.map((point) => ({
    observed_at: point.observed_at,
    value: point[metric.value] ?? null,
  }))
  const step = stepOf(measured)
  const course = totals(measured, step)
  const gained = way === 'gained'
  const unit = gained ? `${metric.value} gained per ${step.name}` : metric.value
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <SegmentedFilter label="Metric" options={metrics} value={metric.value} onChange={setMetric} />
        <SegmentedFilter label="Shown as" options={WAYS} value={way} onChange={setWay} />
      </Group>
      {gained && course.length < 2 ? (
        <EmptyState
          title="Not enough history yet"
          hint="Gains appear when the numbers were read a second time."
        />
      ) : (
        <TrendChart
          label={`${metric.label}, every ${step.name}`}
          points={gained ? gains(course) : course}
          shape={gained ? 'bars' : 'line'}
          color={color}
          unit={unit}
        />
      )}
    </>
  )
}
