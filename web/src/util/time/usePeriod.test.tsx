import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setTimeZone, UTC } from './timeZone'
import { useToday } from './usePeriod'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setTimeZone(UTC)
})

function Today() {
  return <>{useToday()}</>
}

test.each([
  ['UTC', '2026-11-20T23:00:30.250Z', 3_569_750],
  ['Asia/Kathmandu', '2026-11-20T18:14:59.000Z', 1000],
  ['America/New_York', '2026-11-21T04:30:30.000Z', 1_770_000],
])('in %s, a page opened at %s shows the next day at midnight', (zone, opened, until) => {
  setTimeZone(zone)
  vi.setSystemTime(opened)
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(<Today />))
  act(() => void vi.advanceTimersByTime(until - 1))
  expect(place.textContent).toBe('2026-11-20')
  act(() => void vi.advanceTimersByTime(1))
  expect(place.textContent).toBe('2026-11-21')
  act(() => root.unmount())
  expect(vi.getTimerCount()).toBe(0)
})

test('a computer that was suspended overnight shows the new day within a minute', () => {
  vi.setSystemTime('2026-11-20T12:00:00Z')
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(<Today />))
  vi.setSystemTime('2026-11-21T08:00:00Z')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(place.textContent).toBe('2026-11-21')
  act(() => root.unmount())
})
