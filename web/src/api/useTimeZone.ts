import { useEffect, useSyncExternalStore } from 'react'
import { POLL } from '@/util/constants'
import { setTimeZone, UTC } from '@/util/time/timeZone'
import { api } from './client'
import { session, storedValue } from './session'

const ME = '/api/auth/me'

/** Stored, so that a reloaded page shows no other zone until the server has named it. */
const stored = storedValue<string>('clipmeter.time-zone', (found) =>
  typeof found === 'string' ? found : UTC,
)

setTimeZone(stored.get())
// The first listener, so that what is rendered again uses the new zone.
stored.subscribe(() => setTimeZone(stored.get()))

/** Returns the installation's time zone, and follows its changes and those of the user. What shows times must be rendered again when it changes. */
export function useTimeZone(): string {
  const me = api.useQuery('get', ME, undefined, { refetchInterval: POLL.timeZone }).data
  const named = me?.time_zone
  useEffect(() => {
    if (named !== undefined && named !== stored.get()) stored.set(named)
  }, [named])
  // An admin may have changed the name or the role since the sign-in.
  useEffect(() => {
    if (me !== undefined) session.update(me.user)
  }, [me])
  return useSyncExternalStore(stored.subscribe, stored.get)
}

/** Query key prefix of what names the time zone. */
export const TIME_ZONE_KEY = ['get', ME]
