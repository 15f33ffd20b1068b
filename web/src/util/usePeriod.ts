import { useEffect, useState, useSyncExternalStore } from 'react'
import { session, storedValue, useSession } from '@/api/session'
import { chosenDays, dayOf, isPeriodName, periodOf, USUAL_PERIOD, type Days, type PeriodName } from './period'
import { withParameters } from './urlParams'
import { useUrlParams } from './useUrlParams'

/** The named period that each user chose last, by username. */
const remembered = storedValue<Record<string, PeriodName>>('clipmeter.periods', (found) =>
  Object.fromEntries(
    Object.entries(found ?? {}).filter((entry): entry is [string, PeriodName] =>
      isPeriodName(String(entry[1])),
    ),
  ),
)

/**
 * Keeps the period of a page in the URL. Without one in the URL, it is `initial`, or if that is omitted, the named one that the user
 * chose last on such a page.
 */
export function usePeriod(initial?: PeriodName) {
  const { search, change } = useUrlParams()
  const username = useSession()?.user.username ?? ''
  const usual = useSyncExternalStore(remembered.subscribe, remembered.get)[username] ?? USUAL_PERIOD
  const today = useToday()
  const days = chosenDays(search.get('from') ?? '', search.get('to') ?? '', today)
  const named = search.get('period')
  const name = isPeriodName(named) ? named : days ? 'custom' : (initial ?? usual)
  return {
    period: periodOf(name, today, days),
    today,
    show: (next: PeriodName, chosen?: Days) => {
      const user = session.get()?.user.username
      if (user !== undefined && next !== 'custom' && initial === undefined)
        remembered.set({ ...remembered.get(), [user]: next })
      change((now) => withParameters(now, { period: next, from: chosen?.from ?? '', to: chosen?.to ?? '' }))
    },
  }
}

const DAY_CHECK_MS = 60_000

/** Returns the current day in UTC, also when the page stays open overnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayOf(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(Date.now())), DAY_CHECK_MS)
    return () => clearInterval(timer)
  }, [])
  return today
}
