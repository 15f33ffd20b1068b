import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api/session'
import { POLL } from '@/util/constants'
import { followed } from './followed'
import type { Progress } from './progress'
import { useStartScrape } from './useStartScrape'

const RUN = {
  status: 'completed',
  total: 3,
  videos: 0,
  done: 3,
  failed: 0,
  items_new: 1,
  items_updated: 2,
  results: [],
}

let root: Root
let place: HTMLElement
let sent: string[]
/** Responses by run. */
let responses: Record<string, () => Response>
const announceEnd = vi.fn<(progress: Progress) => void>()
const refresh = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  announceEnd.mockClear()
  sent = []
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const run = url.split('/').at(-1) ?? ''
    sent.push(run)
    return responses[run]?.() ?? Response.json({ error: 'Not found' }, { status: 404 })
  })
  session.start({ user: { id: 7, username: 'ann' } as never, token: 'secret' })
  place = document.createElement('div')
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  session.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Control() {
  const { progress } = useStartScrape({
    control: 'some',
    call: () => Promise.reject(new Error('is not called')),
    announce: () => undefined,
    announceEnd,
    fallback: 'Failed to scrape',
    refresh,
  })
  return progress ? `${progress.done} of ${progress.total}` : 'none'
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Waits for responses, without a wait for the next poll. */
const until = (check: () => void) => act(() => vi.waitFor(check, { interval: 1 }))

function follow(...runs: string[]) {
  followed.set('some', runs)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <Control />
      </QueryClientProvider>,
    ),
  )
}

test('runs are polled until all have ended, except those that have', async () => {
  responses = { a: () => Response.json(RUN), b: () => Response.json({ ...RUN, status: 'running', done: 1 }) }
  follow('a', 'b')
  await until(() => expect(place.textContent).toBe('4 of 6'))
  responses['b'] = () => Response.json(RUN)
  await pass(POLL.run)
  await until(() => expect(place.textContent).toBe('none'))
  expect(announceEnd.mock.calls.map(([{ total, done }]) => [total, done])).toEqual([[6, 6]])
  await pass(3 * POLL.run)
  expect(sent).toEqual(['a', 'b', 'b'])
  expect(followed.of('some')).toEqual([])
})

test('a run that cannot be read at first does not hide the others, and is read again', async () => {
  responses = { a: () => Response.json(RUN), b: () => Response.json({ error: 'down' }, { status: 500 }) }
  follow('a', 'b')
  await until(() => expect(place.textContent).toBe('3 of 3'))
  expect(sent).toEqual(['a', 'b'])
  responses['b'] = () => Response.json({ ...RUN, status: 'running', done: 1 })
  await pass(POLL.run)
  await until(() => expect(place.textContent).toBe('4 of 6'))
  responses['b'] = () => Response.json({ error: 'down' }, { status: 500 })
  await pass(POLL.run)
  await until(() => expect(sent).toEqual(['a', 'b', 'b', 'b']))
  expect(place.textContent).toBe('4 of 6')
  expect(announceEnd).not.toHaveBeenCalled()
})

test('a run that no longer exists is left out, and has no result', async () => {
  responses = { a: () => Response.json(RUN) }
  follow('a', 'deleted')
  await until(() => expect(announceEnd.mock.calls.map(([{ total }]) => total)).toEqual([3]))
})

test('nothing is announced if no run exists', async () => {
  responses = {}
  follow('deleted')
  await until(() => expect(place.textContent).toBe('none'))
  expect(announceEnd).not.toHaveBeenCalled()
  expect(refresh).toHaveBeenCalled()
})
