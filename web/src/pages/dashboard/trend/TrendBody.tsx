import { UnstyledButton } from '@mantine/core'
import type { Schema } from '@/api/types'
import { MAX_DAYS } from '@/charts/days/days'
import { NotEnoughHistory } from '@/charts/history/HistoryView'
import { LazyTrendChart } from '@/charts/plot/LazyTrendChart'
import { NoDaysKnown, PeriodKey } from '@/charts/history/PeriodKey'
import { isCompared, isKnown } from '@/charts/plot/series'
import { PLOT_HEIGHT } from '@/charts/plot/size'
import type { Show, TrendView } from '@/charts/days/trendView'
import { Change } from '@/components/values/Sum'
import { formatChange, formatCount, formatSigned } from '@/util/format'
import type { CountMetric } from '@/util/metrics/metrics'
import { listPlatforms, PLATFORM_CODES, platformColor, PLATFORMS, type Platform } from '@/util/platform'
import { usePhone } from '@/util/usePhone'
import {
  chartDataOf,
  dayCount,
  legendOf,
  openNote,
  platformsWith,
  useShownPlatforms,
  type Shown,
} from './trend'
import classes from './TrendPanel.module.css'

type TrendBodyProps = {
  trend: Schema<'Trend'>
  view: TrendView
  /** Undefined: all days. */
  shown: Shown | undefined
}

/** Sums over the displayed days, and the chart. */
export function TrendBody({ trend, view, shown }: TrendBodyProps) {
  const phone = usePhone()
  const { chosen, toggle } = useShownPlatforms()
  const { metric } = view
  const bars = view.show === 'gained'
  const available = platformsWith(metric)
  const missing = PLATFORM_CODES.filter((platform) => !available.includes(platform))
  const selected = available.filter((platform) => chosen.includes(platform))
  const platforms = selected.length === 0 ? available : selected
  const most = phone ? MAX_DAYS.phone : MAX_DAYS.wide
  const { series, step, partial } = chartDataOf(trend, platforms, view, shown, most)
  const nothingGained =
    dayCount(trend) < 2 && available.every((platform) => !trend[platform][0]?.[`gained_${metric}`])
  return (
    <>
      <div className={classes.legend} role="group" aria-label="Platforms">
        {available.map((platform) => (
          <TrendLegend
            key={platform}
            platform={platform}
            metric={metric}
            show={view.show}
            sums={bars && nothingGained ? {} : legendOf(trend[platform], view, shown)}
            note={shown && openNote(shown)}
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
      {shown && <PeriodKey {...shown} compared={isCompared(series)} partial={partial} />}
      {bars && nothingGained ? (
        <div className={classes.nothing}>
          <NotEnoughHistory />
        </div>
      ) : isKnown(series) ? (
        <LazyTrendChart
          label={`${metric}, every ${step}`}
          series={series}
          shape={bars ? 'bars' : 'line'}
          unit={bars ? `${metric} gained` : metric}
          partial={partial}
          // Same height however many platforms are shown, so that nothing below moves.
          height={PLOT_HEIGHT.several}
        />
      ) : (
        <div className={classes.nothing}>
          <NoDaysKnown />
        </div>
      )}
    </>
  )
}

type TrendLegendProps = {
  platform: Platform
  metric: CountMetric
  show: Show
  /** Unknown before the history, and `now` after a single measurement. */
  sums: { now?: number | undefined; before?: number | undefined; soFar?: number | undefined }
  /** Whether the numbers include today. */
  note: string | undefined
  shown: boolean
  /** Undefined if there is no choice of platforms. */
  onToggle: (() => void) | undefined
}

/** Shows the color and number of a platform with its change, and whether it is in the chart. */
function TrendLegend({ platform, metric, show, sums, note, shown, onToggle }: TrendLegendProps) {
  const { name } = PLATFORMS[platform]
  const gained = show === 'gained'
  const { now, before, soFar } = sums
  const format = gained ? formatChange : formatCount
  const content = (
    <>
      <span className={classes.mark} style={{ color: platformColor(platform) }} aria-hidden />
      <span className={classes.name}>
        {name} {metric}
        {gained && ' gained'}
      </span>
      <span className={classes.value} title={now === undefined ? 'Not available yet' : formatSigned(now)}>
        {now === undefined ? '—' : format(now)}
      </span>
      {now !== undefined && before !== undefined && (
        <span className={classes.change}>
          <Change now={now} previous={before} tip={`${format(before)} before`} format={formatChange} />
        </span>
      )}
      {note !== undefined && <span className={classes.soFar}>{note}</span>}
      {soFar !== undefined && <span className={classes.soFar}>Today so far: {format(soFar)}</span>}
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
