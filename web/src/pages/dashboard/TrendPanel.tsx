import { Box, Skeleton, Title, UnstyledButton } from '@mantine/core'
import type { Schema } from '@/api/types'
import { MAX_DAYS } from '@/charts/days'
import { useTrend } from '@/charts/GainedViews'
import { NotEnoughHistory, TrendControls } from '@/charts/HistoryView'
import { LazyTrendChart } from '@/charts/LazyTrendChart'
import { PLOT_HEIGHT } from '@/charts/size'
import { useTrendView, type Show, type TrendView } from '@/charts/trendView'
import { Panel } from '@/components/Panel'
import { EmptyState, QueryView } from '@/components/QueryView'
import { POLL } from '@/util/constants'
import { formatChange, formatCount, formatSigned } from '@/util/format'
import { COUNT_OPTIONS, type CountMetric } from '@/util/metrics'
import { listPlatforms, PLATFORM_CODES, platformColor, PLATFORMS, type Platform } from '@/util/platform'
import { usePhone } from '@/util/usePhone'
import { chartDataOf, dayCount, platformsWith, sumsOf, useShownPlatforms } from './trend'
import classes from './TrendPanel.module.css'

export function TrendPanel({ groupId }: { groupId: number | undefined }) {
  const { view, show } = useTrendView('gained')
  const trend = useTrend(groupId, view.days, POLL.dashboard)
  const waiting = trend.isPlaceholderData
  return (
    <Panel mt="md" aria-label="Trend">
      <div className={classes.head}>
        <Title order={2}>Trend</Title>
        <TrendControls metrics={COUNT_OPTIONS} view={view} onChange={show} ranged />
      </div>
      <div className={classes.body}>
        <QueryView
          query={trend}
          loading={<Skeleton className={classes.loading ?? ''} role="status" aria-label="Loading" />}
        >
          {(data) =>
            dayCount(data) === 0 ? (
              <EmptyState
                title="No history yet"
                hint="The trend starts with the first update and grows daily."
              />
            ) : (
              <Box aria-busy={waiting} opacity={waiting ? 0.5 : 1}>
                <TrendBody trend={data} view={view} />
              </Box>
            )
          }
        </QueryView>
      </div>
    </Panel>
  )
}

type TrendBodyProps = { trend: Schema<'Trend'>; view: TrendView }

/** Sums over the displayed days, and the chart. */
function TrendBody({ trend, view }: TrendBodyProps) {
  const phone = usePhone()
  const { shown, toggle } = useShownPlatforms()
  const { metric } = view
  const bars = view.show === 'gained'
  const available = platformsWith(metric)
  const missing = PLATFORM_CODES.filter((platform) => !available.includes(platform))
  const selected = available.filter((platform) => shown.includes(platform))
  const platforms = selected.length === 0 ? available : selected
  const { series, step } = chartDataOf(trend, platforms, view, phone ? MAX_DAYS.phone : MAX_DAYS.wide)
  const nothingGained =
    dayCount(trend) < 2 && available.every((platform) => sumsOf(trend, platform, metric).gained === 0)
  return (
    <>
      <div className={classes.legend} role="group" aria-label="Platforms">
        {available.map((platform) => (
          <TrendLegend
            key={platform}
            platform={platform}
            metric={metric}
            show={view.show}
            sums={{ ...sumsOf(trend, platform, metric), ...(nothingGained && { gained: undefined }) }}
            shown={platforms.includes(platform)}
            onToggle={available.length > 1 ? () => toggle(platform) : undefined}
          />
        ))}
        {missing.length > 0 && (
          <span className={classes.note}>
            {listPlatforms('and', missing)} {missing.length === 1 ? 'does' : 'do'} not report {metric}.
          </span>
        )}
      </div>
      {bars && nothingGained ? (
        <div className={classes.nothing}>
          <NotEnoughHistory />
        </div>
      ) : (
        <LazyTrendChart
          label={`${metric}, every ${step}`}
          series={series}
          shape={bars ? 'bars' : 'line'}
          unit={bars ? `${metric} gained` : metric}
          partial
          // Same height however many platforms are shown, so that nothing below moves.
          height={PLOT_HEIGHT.several}
        />
      )}
    </>
  )
}

type TrendLegendProps = {
  platform: Platform
  metric: CountMetric
  show: Show
  /** `gained` is unknown after a single measurement. */
  sums: { total: number; gained: number | undefined }
  shown: boolean
  /** Undefined if there is no choice of platforms. */
  onToggle: (() => void) | undefined
}

/** Shows the color and number of a platform, and whether it is in the chart. */
function TrendLegend({ platform, metric, show, sums, shown, onToggle }: TrendLegendProps) {
  const { name } = PLATFORMS[platform]
  const gained = show === 'gained'
  const value = gained ? sums.gained : sums.total
  const content = (
    <>
      <span className={classes.mark} style={{ color: platformColor(platform) }} aria-hidden />
      <span className={classes.name}>
        {name} {metric}
        {gained && ' gained'}
      </span>
      <span className={classes.value} title={value === undefined ? 'Not available yet' : formatSigned(value)}>
        {value === undefined ? '—' : gained ? formatChange(value) : formatCount(value)}
      </span>
    </>
  )
  if (onToggle === undefined) return <div className={classes.entry}>{content}</div>
  return (
    <UnstyledButton
      className={`${classes.entry} ${classes.button}`}
      data-tip={shown ? `Hide ${name}` : `Show ${name}`}
      aria-pressed={shown}
      onClick={onToggle}
    >
      {content}
    </UnstyledButton>
  )
}
