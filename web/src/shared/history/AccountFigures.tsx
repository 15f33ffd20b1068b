import type { Schema } from '@/shared/api/types'
import { formatChange, formatSigned } from '@/shared/chart/point'
import { Count } from '@/shared/ui/Count'
import classes from './AccountFigures.module.css'
import { gainedIn } from './days'
import type { MetricOption } from './metric'

type Props = { days: Schema<'TrendDay'>[]; metrics: readonly MetricOption[] }

/** What an account has now, and what the days on screen added. */
export function AccountFigures({ days, metrics }: Props) {
  const now = days.at(-1)
  return (
    <dl className={classes.figures}>
      {metrics.map(({ value, label }) => {
        const gained = gainedIn(days, value)
        return (
          <div key={value}>
            <dt>{label}</dt>
            <dd>
              <Count value={now?.[value] ?? 0} />
              {gained !== 0 && (
                <span className={classes.change} title={`${formatSigned(gained)} gained in the days shown`}>
                  {formatChange(gained)}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
