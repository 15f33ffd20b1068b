import { Box, Group } from '@mantine/core'
import { EmptyState } from '@/components/layout/QueryView'
import { SegmentedFilter } from '@/components/forms/SegmentedFilter'
import { Change } from '@/components/values/Sum'
import { Count } from '@/components/values/Values'
import { formatChange, formatSigned } from '@/util/format'
import type { CountMetric, CountOption } from '@/util/metrics/metrics'
import type { Period } from '@/util/time/period'
import type { Course, Figure } from '@/charts/days/course'
import { LazyTrendChart } from '@/charts/plot/LazyTrendChart'
import { NoDaysKnown, PeriodKey } from './PeriodKey'
import { isKnown } from '@/charts/plot/series'
import { RANGE_OPTIONS, useTrendView, type TrendView } from '@/charts/days/trendView'
import classes from './HistoryView.module.css'

type Props = {
  /** Metrics with known values. */
  metrics: readonly CountOption[]
  courseOf: (metric: CountMetric) => Course
  color: string
  /** The period in the chart, if it does not show the whole history. */
  shown?: { period: Period; today: string } | undefined
  /** Length of the history in days, if the chart may show others. */
  days?: number
  ranged?: boolean
}

/** Shows one metric of an item or account over time, with the controls to choose it. */
export function HistoryView({ metrics, courseOf, color, shown, days, ranged = false }: Props) {
  const { view, show } = useTrendView('total')
  const metric = metrics.find(({ value }) => value === view.metric) ?? metrics[0]
  if (metric === undefined)
    return <EmptyState title="No numbers yet" hint="They appear after the first update." />
  const course = courseOf(metric.value)
  const { step, total, gained, before, partial, marks } = course
  const measured = days ?? total.length
  const series = [{ name: metric.label, color, points: course[view.show], before: before?.[view.show] }]
  const bars = view.show === 'gained'
  const nothingGained = measured < 2 && gained.every(({ value }) => !value)
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
      {shown && <PeriodKey {...shown} compared={before !== undefined} partial={partial} />}
      {bars && nothingGained ? (
        <NotEnoughHistory />
      ) : !isKnown(series) ? (
        <NoDaysKnown />
      ) : (
        <LazyTrendChart
          label={`${metric.label}, every ${step}`}
          series={series}
          shape={bars ? 'bars' : 'line'}
          unit={bars ? `${metric.value} gained` : metric.value}
          partial={partial}
          marks={marks}
        />
      )}
    </>
  )
}

/** Shows the current metrics of an account or item, with their changes. */
export function HistoryFigures({ figures }: { figures: Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, now, gained, period, before }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Count value={now} />
          </dd>
          <dd className={classes.change} data-tip={gained === undefined ? undefined : formatSigned(gained)}>
            {gained !== undefined && (gained === 0 ? 'No change ' : `${formatChange(gained)} `)}
            {period}
          </dd>
          {gained !== undefined && before !== undefined && (
            <dd className={classes.change}>
              <Change
                now={gained}
                previous={before}
                tip={`${formatChange(before)} before`}
                format={formatChange}
              />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

type TrendControlsProps = {
  metrics: readonly CountOption[]
  view: TrendView
  onChange: (next: Partial<TrendView>) => void
  /** Whether the whole history can be chosen instead of the period. */
  ranged?: boolean
}

const SHOW_OPTIONS = [
  { value: 'gained', label: 'Gained' },
  { value: 'total', label: 'Cumulative' },
] as const

/** Selects a trend's metric, total or gain, and period or all time. */
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
          value={view.range}
          onChange={(range) => onChange({ range })}
        />
      )}
    </Group>
  )
}

/** Takes the place of gains after a single measurement. */
export function NotEnoughHistory() {
  return <EmptyState title="Not enough history yet" hint="Growth appears after the second update." />
}
