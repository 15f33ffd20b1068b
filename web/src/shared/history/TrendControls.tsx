import { Group } from '@mantine/core'
import { SegmentedFilter } from '@/shared/ui/SegmentedFilter'
import type { MetricOption } from './metric'
import { parseRange, RANGE_OPTIONS, rangeValue, type TrendView } from './trendView'

type Props = {
  metrics: readonly MetricOption[]
  view: TrendView
  onChange: (next: Partial<TrendView>) => void
  /** What a total over time is called here. */
  total: string
  /** Whether a part of the time can be chosen. */
  ranged?: boolean
}

/** Which number a trend shows, in which way, and of how many days. */
export function TrendControls({ metrics, view, onChange, total, ranged = false }: Props) {
  const ways = [
    { value: 'gained', label: 'Gained' },
    { value: 'total', label: total },
  ] as const
  return (
    <Group gap="sm">
      <SegmentedFilter
        label="Metric"
        options={metrics}
        value={view.metric}
        onChange={(metric) => onChange({ metric })}
      />
      <SegmentedFilter
        label="Shown as"
        options={ways}
        value={view.show}
        onChange={(show) => onChange({ show })}
      />
      {ranged && (
        <SegmentedFilter
          label="Range"
          options={RANGE_OPTIONS}
          value={rangeValue(view.days)}
          onChange={(range) => onChange({ days: parseRange(range) })}
        />
      )}
    </Group>
  )
}
