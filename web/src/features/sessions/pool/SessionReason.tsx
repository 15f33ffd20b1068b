import { RelativeTime } from '@/shared/ui/RelativeTime'
import classes from './SessionReason.module.css'
import type { PooledSession } from './states'

/** What put a session into its state, since when, and until when if that is known. */
export function SessionReason({ of: { state, reason_text: text, since, until } }: { of: PooledSession }) {
  if (state === 'active' && !text) return <span className={classes.quiet}>—</span>
  return (
    <div className={classes.reason}>
      {text && <div>{text}</div>}
      <div className={classes.quiet}>
        Since <RelativeTime iso={since} />
        {until != null && (
          <>
            {' · back '}
            <RelativeTime iso={until} />
          </>
        )}
      </div>
    </div>
  )
}
