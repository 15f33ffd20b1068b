import { QueryClient, QueryObserver, type QueryKey } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { refetchAll } from './refetch'

const GROUPS = ['get', '/api/groups']
const GAINS = ['get', '/api/dashboard/gains', { params: { query: { group_id: 3 } } }]
const VIEWS = ['get', '/api/views']

const queries = new QueryClient()
const unsubscribes: (() => void)[] = []
afterEach(() => {
  for (const unsubscribe of unsubscribes.splice(0)) unsubscribe()
  queries.clear()
})

/** Shows a query, like a screen that uses it; returns what reads it. */
function show(queryKey: QueryKey, queryFn = vi.fn<() => Promise<string>>(() => Promise.resolve('new'))) {
  queries.setQueryData(queryKey, 'old')
  const observer = new QueryObserver(queries, { queryKey, queryFn, staleTime: Infinity, retry: false })
  unsubscribes.push(observer.subscribe(() => undefined))
  return queryFn
}

const isOutdated = (queryKey: QueryKey) => queries.getQueryState(queryKey)?.isInvalidated

test('data on screen are read again once, and others are outdated', async () => {
  const [groups, gains] = [show(GROUPS), show(GAINS)]
  queries.setQueryData(VIEWS, 'old')
  await refetchAll(queries, { awaited: [GROUPS] })
  expect(queries.getQueryData(GROUPS)).toBe('new')
  await vi.waitFor(() => expect(queries.getQueryData(GAINS)).toBe('new'), { timeout: 30_000 })
  expect([groups.mock.calls.length, gains.mock.calls.length]).toEqual([1, 1])
  expect(isOutdated(VIEWS)).toBe(true)
})

test('only awaited data delay the result', async () => {
  show(GROUPS)
  show(
    GAINS,
    vi.fn<() => Promise<string>>(() => new Promise(() => undefined)),
  )
  await refetchAll(queries, { awaited: [GROUPS] })
  expect(queries.getQueryData(GROUPS)).toBe('new')
  expect(queries.getQueryData(GAINS)).toBe('old')
})

test('the data of a deleted group are outdated and not read', async () => {
  const [groups, gains] = [show(GROUPS), show(GAINS)]
  await refetchAll(queries, { awaited: [GROUPS], others: false })
  expect(groups).toHaveBeenCalledTimes(1)
  expect(gains).not.toHaveBeenCalled()
  expect(isOutdated(GAINS)).toBe(true)
})
