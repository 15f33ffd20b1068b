import { useMediaQuery } from '@mantine/hooks'
import type { Schema } from '@/api/types'
import { MOST_DAYS } from '@/charts/days'
import { LazyTrendChart } from '@/charts/LazyTrendChart'
import { NotEnoughHistory } from '@/charts/HistoryView'
import { PLOT_HEIGHT } from '@/charts/size'
import type { TrendView } from '@/charts/trendView'
import { PHONE } from '@/util/constants'
import { chartDataOf, platformsWith, sumsOf } from './trend'
import { TrendLegend } from './TrendLegend'
import { useShownPlatforms } from './useShownPlatforms'
import classes from './TrendBody.module.css'

type Props = { trend: Schema<'Trend'>; view: TrendView }

/** Sums over the displayed days, and the chart. */
export function TrendBody({ trend, view }: Props) {
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const { shown, toggle } = useShownPlatforms()
  const { metric } = view
  const bars = view.show === 'gained'
  const available = platformsWith(metric)
  const selected = available.filter((platform) => shown.includes(platform))
  const platforms = selected.length === 0 ? available : selected
  const { series, step } = chartDataOf(trend, platforms, view, phone ? MOST_DAYS.phone : MOST_DAYS.wide)
  const nothingGained =
    trend.instagram.length < 2 && available.every((platform) => sumsOf(trend, platform, metric).gained === 0)
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
        {available.length === 1 && <span className={classes.note}>Instagram does not report shares.</span>}
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
          unit={bars ? `${metric} gained per ${step}` : metric}
          partial
          // Same height whether one or both platforms are shown, so that nothing below moves.
          height={PLOT_HEIGHT.several}
        />
      )}
    </>
  )
}
