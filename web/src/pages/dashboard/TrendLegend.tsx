import { Tooltip, UnstyledButton } from '@mantine/core'
import type { Metric } from '@/charts/history'
import { formatChange, formatSigned } from '@/charts/point'
import type { Show } from '@/charts/trendView'
import { formatCount } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import classes from './TrendLegend.module.css'

type Props = {
  platform: Platform
  metric: Metric
  show: Show
  /** `gained` is unknown after a single measurement. */
  sums: { total: number; gained: number | undefined }
  shown: boolean
  /** Undefined if there is no choice of platforms. */
  onToggle: (() => void) | undefined
}

/** Legend entry of a platform: its color, its number, and whether it is shown. */
export function TrendLegend({ platform, metric, show, sums, shown, onToggle }: Props) {
  const { name } = PLATFORMS[platform]
  const gained = show === 'gained'
  const value = gained ? sums.gained : sums.total
  const content = (
    <>
      <span className={classes.mark} style={{ color: `var(--cm-${platform})` }} aria-hidden />
      <span className={classes.name}>
        {name} {metric}
        {gained && ' gained'}
      </span>
      <span className={classes.value} title={value === undefined ? 'Not known yet' : formatSigned(value)}>
        {value === undefined ? '—' : gained ? formatChange(value) : formatCount(value)}
      </span>
    </>
  )
  if (onToggle === undefined) return <div className={classes.entry}>{content}</div>
  return (
    <Tooltip label={shown ? `Hide ${name}` : `Show ${name}`}>
      <UnstyledButton
        className={`${classes.entry} ${classes.button}`}
        aria-pressed={shown}
        onClick={onToggle}
      >
        {content}
      </UnstyledButton>
    </Tooltip>
  )
}
