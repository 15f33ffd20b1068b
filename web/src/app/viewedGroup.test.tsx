import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountKey } from '@/api/account'
import { session } from '@/api/session'
import { useTimeZone } from '@/api/useMe'
import { useTrend } from '@/charts/days/useTrend'
import { daysText, setTimeZone, UTC } from '@/util/time/timeZone'
import { usePeriod } from '@/util/time/usePeriod'
import { POLL } from '@/util/constants'
import { useShownZone } from './layout/useShownZone'
import { useViewedGroup } from './viewedGroup'

const ADMIN = { id: 7, username: 'ann', role: 'admin', is_admin: true }

let zone: string
let groups: { id: number; time_zone: string | null; days_zone: string }[]
let answered: () => void
let sent: string[]
let root: Root
let queries: QueryClient
let navigate: NavigateFunction
const place = document.createElement('div')

beforeEach(() => {
  vi.useFakeTimers()
  // In Kiritimati, it is the 22nd already.
  vi.setSystemTime('2026-11-21T12:00:00Z')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  zone = UTC
  groups = [
    { id: 3, time_zone: 'Pacific/Kiritimati', days_zone: 'Pacific/Kiritimati' },
    { id: 4, time_zone: 'Pacific/Kiritimati', days_zone: 'Pacific/Kiritimati' },
    { id: 5, time_zone: null, days_zone: UTC },
  ]
  sent = []
  const isAnswered = new Promise<void>((resolve) => (answered = resolve))
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    sent.push(new URL(url).pathname.replace('/api', ''))
    await isAnswered
    if (url.endsWith('/me')) return Response.json({ time_zone: zone, user: session.get()?.user })
    if (url.endsWith('/groups')) return Response.json({ groups })
    return Response.json({ instagram: [], tiktok: [] })
  })
  session.start({ user: ADMIN as never, token: 'secret' })
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  queries.clear()
  session.end()
  localStorage.clear()
  // So that no zone is stored for the next test.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setTimeZone(UTC)
})

let screens = 0

function Screen() {
  const { period } = usePeriod('today')
  useEffect(() => {
    screens++
  }, [])
  return <>{`${period.days.to}: ${daysText()}`}</>
}

function Shell() {
  const navigating = useNavigate()
  useEffect(() => {
    navigate = navigating
  }, [navigating])
  // Not read again because the screen was replaced.
  useTrend(undefined, undefined, POLL.pastGains)
  const groupId = useViewedGroup()
  const shownZone = useShownZone(useTimeZone(groupId), groupId)
  return shownZone !== undefined && <Screen key={shownZone} />
}

/** As a reload does. */
function close() {
  act(() => root.unmount())
  queries.clear()
  setTimeZone(UTC)
  root = createRoot(place)
}

function open(address: string) {
  screens = 0
  act(() =>
    root.render(
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[address]}>
          <Shell />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
}

const shown = () => place.textContent
const after = (ms = 10) => act(() => vi.advanceTimersByTimeAsync(ms))
const go = (address: string) => act(() => void navigate(address))
const reads = (path: string) => sent.filter((one) => one === path).length

const UTC_DAYS = '2026-11-21: Days are UTC.'
const GROUP_DAYS = '2026-11-22: Days are in Pacific/Kiritimati time.'

test('an admin sees a group in its zone, and all groups in that of the installation', async () => {
  answered()
  open('/')
  await after()
  expect(shown()).toBe(UTC_DAYS)
  expect(reads('/groups')).toBe(0)
  go('/?group=3')
  await after()
  expect(shown()).toBe(GROUP_DAYS)
  go('/')
  expect(shown()).toBe(UTC_DAYS)
})

test('a group in the same zone does not replace the screen', async () => {
  answered()
  open('/?group=3')
  await after()
  expect(shown()).toBe(GROUP_DAYS)
  const before = screens
  go('/?group=4')
  await after()
  expect(shown()).toBe(GROUP_DAYS)
  expect(screens).toBe(before)
})

test('a group whose zone is not known is not shown, and the groups are read at once', async () => {
  open('/?group=3')
  await after(0)
  expect(shown()).toBe('')
  expect(reads('/groups')).toBe(1)
  answered()
  await after()
  expect(shown()).toBe(GROUP_DAYS)
  expect(screens).toBe(1)
})

test('if the groups cannot be read, a group is shown in the zone of the installation', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 403 }))
  open('/?group=3')
  await after(5000)
  expect(shown()).toBe(UTC_DAYS)
  // Also during the next attempts.
  await after(POLL.timeZone)
  expect(shown()).toBe(UTC_DAYS)
  expect(screens).toBe(1)
})

test('a reloaded page shows the last zone of the group until the groups are read', async () => {
  answered()
  open('/?group=3')
  await after()
  close()
  setTimeZone(UTC)
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  open('/?group=3')
  expect(shown()).toBe(GROUP_DAYS)
  expect(screens).toBe(1)
  go('/')
  expect(shown()).toBe(UTC_DAYS)
})

test('a member sees the own zone, whatever the address, and does not read the groups', async () => {
  answered()
  session.start({ user: { ...ADMIN, id: 8, role: 'member', is_admin: false } as never, token: 'secret' })
  zone = 'Pacific/Kiritimati'
  open('/?group=5')
  expect(shown()).toBe(UTC_DAYS)
  await after()
  expect(shown()).toBe(GROUP_DAYS)
  expect(reads('/groups')).toBe(0)
})

test('the last zone of a user is not that of another', async () => {
  answered()
  zone = 'Pacific/Kiritimati'
  open('/')
  await after()
  close()
  session.start({ user: { ...ADMIN, id: -2, role: 'viewer', is_admin: false } as never, token: 'other' })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  open('/')
  expect(shown()).toBe(UTC_DAYS)
})

test('the page of an account is in the zone of its group', async () => {
  answered()
  queries.setQueryData(accountKey('tiktok', 9), { group_id: 3 })
  open('/tiktok/9')
  await after()
  expect(shown()).toBe(GROUP_DAYS)
  const before = screens
  go('/tiktok/10')
  expect(shown()).toBe(GROUP_DAYS)
  act(() => void queries.setQueryData(accountKey('tiktok', 10), { group_id: 4 }))
  expect(shown()).toBe(GROUP_DAYS)
  expect(screens).toBe(before)
  act(() => void queries.setQueryData(accountKey('tiktok', 11), { group_id: 5 }))
  go('/tiktok/11')
  expect(shown()).toBe(UTC_DAYS)
})

test('after a change of the zone of the group, all data are read again', async () => {
  answered()
  groups = [{ id: 3, time_zone: 'Pacific/Kiritimati', days_zone: UTC }]
  open('/?group=3')
  await after()
  expect(shown()).toBe(UTC_DAYS)
  const before = reads('/dashboard/trend')
  groups = [{ id: 3, time_zone: 'Pacific/Kiritimati', days_zone: 'Pacific/Kiritimati' }]
  await after(POLL.daysPending)
  await after()
  expect(shown()).toBe(GROUP_DAYS)
  expect(reads('/dashboard/trend')).toBeGreaterThan(before)
  // The change is complete.
  const polled = reads('/groups')
  await after(POLL.daysPending * 3)
  expect(reads('/groups')).toBe(polled)
})

test.each([
  [5, UTC_DAYS],
  [3, GROUP_DAYS],
])('the group %d reads nothing again that does not depend on it', async (group, days) => {
  answered()
  open('/')
  await after(5000)
  go(`/?group=${group}`)
  await after(5000)
  expect(shown()).toBe(days)
  expect(reads('/auth/me')).toBe(1)
  expect(reads('/dashboard/trend')).toBe(1)
})
