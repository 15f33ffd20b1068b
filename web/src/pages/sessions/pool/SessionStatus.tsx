import { RelativeTime } from '@/components/Values'
import { StateBadge } from './StateBadge'
import type { PooledSession } from './states'
import classes from './SessionStatus.module.css'

/** State of a session with its reason, its start and, if known, its end. */
export function SessionStatus({ of: { state, reason_text: text, since, until } }: { of: PooledSession }) {
  return (
    <div className={classes.standing}>
      <StateBadge state={state} />
      {text && <div>{text}</div>}
      {(text || state !== 'active') && (
        <div className={classes.quiet}>
          Since <RelativeTime iso={since} />
          {until != null && (
            <>
              {state === 'suspect' ? ' · next attempt ' : ' · available '}
              <RelativeTime iso={until} />
            </>
          )}
        </div>
      )}
    </div>
  )
}
