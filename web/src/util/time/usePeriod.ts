import { useEffect, useState } from 'react'
import { lastPeriods, session, useLastPeriod } from '@/api/session'
import { chosenDays, isPeriodName, periodOf, USUAL_PERIOD, type Days, type PeriodName } from './period'
import { dayAt, startOfDay } from './timeZone'
import { withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

/**
 * Keeps the period of a page in the URL. Without one in the URL, it is `initial`, or if that is omitted, the named one that the user
 * chose last on such a page: the URL then gets it, so that a copied one shows its readers the same period.
 */
export function usePeriod(initial?: PeriodName) {
  const { search, change } = useUrlParams()
  const remembered = useLastPeriod()
  const last = isPeriodName(remembered) ? remembered : undefined
  const today = useToday()
  const periodIn = (parameters: URLSearchParams) => {
    const days = chosenDays(parameters.get('from') ?? '', parameters.get('to') ?? '', today)
    const named = parameters.get('period')
    const name = isPeriodName(named) ? named : days ? 'custom' : (initial ?? last ?? USUAL_PERIOD)
    return periodOf(name, today, days)
  }
  const missing = initial === undefined && !['period', 'from', 'to'].some((name) => search.has(name))
  useEffect(() => {
    // Several parts of a page have the period, of which the first changes the address.
    if (!missing || last === undefined || new URLSearchParams(window.location.search).has('period')) return
    change((now) => withParameters(now, { period: last }), { replace: true })
  }, [missing, last, change])
  const show = (next: PeriodName, chosen?: (days: Days) => Days) =>
    change((now) => {
      const days = chosen?.(periodIn(now).days)
      return withParameters(now, { period: next, from: days?.from ?? '', to: days?.to ?? '' })
    })
  return {
    period: periodIn(search),
    today,
    showNamed: (next: PeriodName) => {
      const user = session.get()?.user.id
      if (user !== undefined && initial === undefined) lastPeriods.set({ ...lastPeriods.get(), [user]: next })
      show(next)
    },
    /** Shows other days. The last change may not be on screen yet, so `edit` gets the days of the URL. */
    showDays: (edit: (days: Days) => Days) => show('custom', edit),
  }
}

const DAY_CHECK_MS = 60_000

/** Returns the current day, also when the page stays open overnight. */
export function useToday(): string {
  const [today, setToday] = useState(() => dayAt(Date.now()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    // Again after at most a minute, because timers stop while the computer is suspended.
    const wait = () => {
      const midnight = Date.parse(startOfDay(dayAt(Date.now()), 1))
      timer = setTimeout(check, Math.min(DAY_CHECK_MS, midnight - Date.now()))
    }
    const check = () => {
      setToday(dayAt(Date.now()))
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [])
  return today
}
