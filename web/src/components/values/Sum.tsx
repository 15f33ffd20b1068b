import { changeText, differenceText, looksSame } from '@/util/metrics/change'
import { formatChange, formatSigned } from '@/util/format'
import classes from './Sum.module.css'

type Props = {
  label: string
  now: number
  /** Undefined: not compared. */
  previous: number | undefined
  format?: (value: number) => string
  large?: boolean
  /** A rise is neither good nor bad. */
  neutral?: boolean
}

/** Shows a sum of a period and its change, with the earlier sum in the tooltip; in a list of terms. */
export function Sum({ label, now, previous, format = formatChange, large = false, neutral = false }: Props) {
  const unchanged = previous !== undefined && looksSame(now, previous, format)
  return (
    <div className={classes.sum} data-large={large || undefined}>
      <dt>{label}</dt>
      <dd>
        <span data-tip={format === formatChange ? formatSigned(now) : undefined}>{format(now)}</span>
        {previous !== undefined && (
          <Change
            now={now}
            previous={unchanged ? now : previous}
            tip={`${format(previous)} before`}
            neutral={neutral}
            format={format}
          />
        )}
      </dd>
    </div>
  )
}

type ChangeProps = {
  now: number
  previous: number
  /** The earlier value. */
  tip: string
  neutral?: boolean
  /** Formats the difference, which is shown too. */
  format?: (value: number) => string
}

/** Shows a change in percent: green if the value rose, and in the color of warnings if it fell. */
export function Change({ now, previous, tip, neutral = false, format }: ChangeProps) {
  return (
    <span
      className={classes.change}
      data-rising={neutral ? undefined : Math.sign(now - previous)}
      data-tip={tip}
    >
      {changeText(now, previous)}
      {format && now !== previous && (
        <>
          {' '}
          <span className={classes.difference}>({differenceText(now - previous, format)})</span>
        </>
      )}
    </span>
  )
}
