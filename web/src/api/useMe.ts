import { useEffect, useSyncExternalStore } from 'react'
import { POLL } from '@/util/constants'
import { storedValue } from '@/util/storedValue'
import { setTimeZone, UTC } from '@/util/time/timeZone'
import { api } from './client'
import { session } from './session'

const ME = '/api/auth/me'

/** Stored, so that a reloaded page shows no other zone until the server has named it. */
const stored = storedValue<string>('clipmeter.time-zone', (found) =>
  typeof found === 'string' ? found : UTC,
)

setTimeZone(stored.get())
// The first listener, so that what is rendered again uses the new zone.
stored.subscribe(() => setTimeZone(stored.get()))

/** Polls the stored data of the user; several callers share one request. */
const useMe = () => api.useQuery('get', ME, undefined, { refetchInterval: POLL.timeZone }).data

/** Keeps the session's user up to date: an admin may have changed the name or the role since the sign-in. */
export function useUserChanges(): void {
  const user = useMe()?.user
  useEffect(() => {
    if (user !== undefined) session.update(user)
  }, [user])
}

/** Returns the installation's time zone, and follows its changes. What shows times must be rendered again when it changes. */
export function useTimeZone(): string {
  const named = useMe()?.time_zone
  useEffect(() => {
    if (named !== undefined && named !== stored.get()) stored.set(named)
  }, [named])
  return useSyncExternalStore(stored.subscribe, stored.get)
}

/** Query key prefix of what names the time zone. */
export const TIME_ZONE_KEY = ['get', ME]
