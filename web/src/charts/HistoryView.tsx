import { Box, Group } from '@mantine/core'
import { EmptyState } from '@/components/QueryView'
import { SegmentedFilter } from '@/components/Selects'
import { Count } from '@/components/Values'
import { formatChange, formatSigned } from '@/util/format'
import type { CountMetric, CountOption } from '@/util/metrics'
import type { Course } from './history'
import { LazyTrendChart } from './LazyTrendChart'
import { parseRange, RANGE_OPTIONS, rangeValue, useTrendView, type TrendView } from './trendView'
import classes from './HistoryView.module.css'

type Props = {
  /** Metrics with known values. */
  metrics: readonly CountOption[]
  courseOf: (metric: CountMetric) => Course
  color: string
  ranged?: boolean
}

/** Shows one metric of an item or account over time, with the controls to choose it. */
export function HistoryView({ metrics, courseOf, color, ranged = false }: Props) {
  const { view, show } = useTrendView('total')
  const metric = metrics.find(({ value }) => value === view.metric) ?? metrics[0]
  if (metric === undefined)
    return <EmptyState title="No numbers yet" hint="They appear after the first update." />
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
          unit={bars ? `${metric.value} gained` : metric.value}
          partial={partial}
          marks={marks}
        />
      )}
    </>
  )
}

/**
 * Current value of a metric and its gain over a period, given as text: `in 30 days`. After the first reading there is no gain, and
 * the text names the reading.
 */
export type Figure = { label: string; now: number; gained: number | undefined; period: string }

/** Shows the current metrics of an account or item, with their changes. */
export function HistoryFigures({ figures }: { figures: Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, now, gained, period }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Count value={now} />
          </dd>
          <dd className={classes.change} data-tip={gained === undefined ? undefined : formatSigned(gained)}>
            {gained !== undefined && (gained === 0 ? 'No change ' : `${formatChange(gained)} `)}
            {period}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type TrendControlsProps = {
  metrics: readonly CountOption[]
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
export function TrendControls({ metrics, view, onChange, ranged = false }: TrendControlsProps) {
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

/** Takes the place of gains after a single measurement. */
export function NotEnoughHistory() {
  return <EmptyState title="Not enough history yet" hint="Growth appears after the second update." />
}
