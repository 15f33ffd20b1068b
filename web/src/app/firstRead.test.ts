// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { client } from '@/api/client'
import { session } from '@/api/session'
import { DELAY, PAGE_SIZE, PHONE_PAGE_SIZE } from '@/util/constants'
import { periodOf, type PeriodName } from '@/util/time/period'
import { periodQuery } from '@/util/time/periodQuery'
import { dayAt } from '@/util/time/timeZone'
import { PHONE } from '@/util/usePhone'

const SCRIPT = './theme-init.js'
const ORIGIN = 'http://localhost'
const USER = { id: 7, username: 'ann', role: 'member', is_admin: false, group_id: 3 }

let sent: string[]

beforeEach(() => {
  sent = []
  vi.useFakeTimers()
  vi.stubGlobal('__FILES__', {})
  vi.stubGlobal('fetch', async (call: Request | string, { signal }: RequestInit = {}) => {
    signal?.throwIfAborted()
    const url = typeof call === 'string' ? call : call.url
    sent.push(url)
    return Response.json({ number: sent.length })
  })
})
afterEach(() => {
  session.end()
  localStorage.clear()
  globalThis.firstRead = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Runs the script as a page at this address does, and returns the paths of the reads it sends. */
async function open(address: string, user: object = {}, more: object = {}) {
  const { pathname, search } = new URL(address, ORIGIN)
  vi.stubGlobal('location', { origin: ORIGIN, pathname, search })
  const stored = { user: { ...USER, ...user }, token: 'secret', ...more }
  localStorage.setItem('clipmeter.session', JSON.stringify(stored))
  vi.resetModules()
  await import(/* @vite-ignore */ SCRIPT)
  return sent.map((url) => url.replace(`${ORIGIN}/api/`, ''))
}

test.each<[string, string, PeriodName | undefined, PeriodName]>([
  ['/', 'UTC', undefined, '7-days'],
  ['/', 'Pacific/Kiritimati', '90-days', '90-days'],
  ['/?period=28-days', 'Pacific/Pago_Pago', '90-days', '28-days'],
])('%s in %s reads the gains of the period', async (address, zone, last, period) => {
  vi.setSystemTime('2026-03-01T10:30:00Z')
  localStorage.setItem('clipmeter.time-zones', JSON.stringify({ 7: zone }))
  if (last) localStorage.setItem('clipmeter.periods', JSON.stringify({ 7: last }))
  const days = periodQuery(periodOf(period, dayAt(Date.now(), zone)))
  expect(await open(address)).toEqual([`dashboard/gains?${new URLSearchParams(days).toString()}`])
})

test.each([
  ['/instagram', {}, [`instagram/accounts?page=1&per_page=${PAGE_SIZE.accounts}`]],
  ['/tiktok?period=28-days', {}, [`tiktok/accounts?page=1&per_page=${PAGE_SIZE.accounts}`]],
  ['/all-data', {}, [`dashboard/all-instagram-posts?page=1&per_page=${PAGE_SIZE.allContent}&group_id=3`]],
  [
    '/all-data',
    { is_admin: true },
    [`dashboard/all-instagram-posts?page=1&per_page=${PAGE_SIZE.allContent}`],
  ],
  // Views whose read depends on more than the address.
  ['/instagram', { role: 'admin' }, []],
  ['/all-data?q=some', {}, []],
  ['/?period=this-month', {}, []],
  ['/?period=5-days', {}, []],
  ['/?period=400-days', {}, []],
  ['/?group=3', {}, []],
  ['/profile', {}, []],
])('%s of %o reads %j', async (address, user, expected) => {
  expect(await open(address, user)).toEqual(expected)
})

test.each(['this-month', '5-days', '400-days'])(
  'the period that was last used, %s, is left to the screen',
  async (period) => {
    localStorage.setItem('clipmeter.periods', JSON.stringify({ 7: period }))
    expect(await open('/')).toEqual([])
  },
)

test('a phone reads a shorter page of all content', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === PHONE }))
  expect(await open('/all-data', { is_admin: true })).toEqual([
    `dashboard/all-instagram-posts?page=1&per_page=${PHONE_PAGE_SIZE}`,
  ])
})

test('nothing is read before a password is changed', async () => {
  expect(await open('/', {}, { must_change_password: true })).toEqual([])
})

const read = (options: object = {}) =>
  client.GET('/api/tiktok/accounts', {
    baseUrl: ORIGIN,
    params: { query: { page: 1, per_page: PAGE_SIZE.accounts } },
    ...options,
  })

test('the first read of the same user gets the response, later ones send their own', async () => {
  await open('/tiktok')
  session.start({ user: USER as never, token: 'secret' })
  expect((await read()).data).toEqual({ number: 1 })
  expect((await read()).data).toEqual({ number: 2 })
})

test('another user does not get the response', async () => {
  await open('/tiktok')
  session.start({ user: USER as never, token: 'other' })
  expect((await read()).data).toEqual({ number: 2 })
})

test('a later read does not get the response', async () => {
  await open('/tiktok')
  session.start({ user: USER as never, token: 'secret' })
  vi.advanceTimersByTime(DELAY.readTimeout)
  expect((await read()).data).toEqual({ number: 2 })
})

test('a canceled read rejects, and leaves the response to the next one', async () => {
  await open('/tiktok')
  session.start({ user: USER as never, token: 'secret' })
  await expect(read({ signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect((await read()).data).toEqual({ number: 1 })
})

test('a read that is canceled while it waits for the response rejects', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await open('/tiktok')
  session.start({ user: USER as never, token: 'secret' })
  const canceled = new AbortController()
  const failure = read({ signal: canceled.signal }).catch(String)
  await vi.advanceTimersByTimeAsync(10)
  canceled.abort()
  expect(await failure).toContain('AbortError')
})

test('a first read that fails is reported, and the next one is sent', async () => {
  const fetchNext = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  await open('/tiktok')
  vi.stubGlobal('fetch', fetchNext)
  session.start({ user: USER as never, token: 'secret' })
  await expect(read()).rejects.toThrow('no connection')
  expect((await read()).data).toEqual({ number: 1 })
})

test('a server that does not respond is reported in time', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await open('/tiktok')
  session.start({ user: USER as never, token: 'secret' })
  const failure = read().catch(String)
  await vi.advanceTimersByTimeAsync(DELAY.readTimeout)
  expect(await failure).toContain('did not respond in time')
})
