import type { Schema } from '@/shared/api/types'
import { formatChange, formatSigned } from '@/shared/chart/point'
import { Count } from '@/shared/ui/Count'
import classes from './AccountFigures.module.css'
import { gainedIn } from './days'
import type { MetricOption } from './metric'
import { periodOf } from './period'

type Props = {
  days: Schema<'TrendDay'>[]
  /** How many days were asked for; without, all. */
  wanted: number | undefined
  metrics: readonly MetricOption[]
}

/** What an account has now, and what the days on screen added. */
export function AccountFigures({ days, wanted, metrics }: Props) {
  const now = days.at(-1)
  const period = periodOf(days, wanted)
  return (
    <dl className={classes.figures}>
      {metrics.map(({ value, label }) => {
        const gained = gainedIn(days, value)
        return (
          <div key={value}>
            <dt>{label}</dt>
            <dd>
              <Count value={now?.[value] ?? 0} />
            </dd>
            <dd className={classes.change} title={formatSigned(gained)}>
              {gained === 0 ? 'No change' : formatChange(gained)} {period}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
