import { RelativeTime } from '@/shared/ui/RelativeTime'
import classes from './SessionStatus.module.css'
import { StateBadge } from './StateBadge'
import type { PooledSession } from './states'

/** The state of a session, what put it there, since when, and until when if that is known. */
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
              {state === 'suspect' ? ' · tried again ' : ' · back '}
              <RelativeTime iso={until} />
            </>
          )}
        </div>
      )}
    </div>
  )
}
