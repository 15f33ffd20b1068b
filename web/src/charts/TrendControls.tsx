import { Group } from '@mantine/core'
import { SegmentedFilter } from '@/components/SegmentedFilter'
import type { MetricOption } from './metric'
import { parseRange, RANGE_OPTIONS, rangeValue, type TrendView } from './trendView'

type Props = {
  metrics: readonly MetricOption[]
  view: TrendView
  onChange: (next: Partial<TrendView>) => void
  /** Whether a period can be chosen. */
  ranged?: boolean
}

const SHOW_OPTIONS = [
  { value: 'gained', label: 'Gained' },
  { value: 'total', label: 'Cumulative' },
] as const

/** Selects a trend's metric, total or gain, and period. */
export function TrendControls({ metrics, view, onChange, ranged = false }: Props) {
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
        options={SHOW_OPTIONS}
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
