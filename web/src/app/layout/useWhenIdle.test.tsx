import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useWhenIdle } from './useWhenIdle'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Shown({ value }: { value: string }) {
  return <>{useWhenIdle(value)}</>
}

test('a value changes at once, or when the open dialog has been closed', () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const show = (value: string) => {
    act(() => root.render(<Shown value={value} />))
    return place.textContent
  }
  expect(show('UTC')).toBe('UTC')
  expect(show('Asia/Kolkata')).toBe('Asia/Kolkata')
  const dialog = document.createElement('div')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  expect(show('UTC')).toBe('Asia/Kolkata')
  act(() => void vi.advanceTimersByTime(5000))
  expect(place.textContent).toBe('Asia/Kolkata')
  dialog.remove()
  act(() => void vi.advanceTimersByTime(1000))
  expect(place.textContent).toBe('UTC')
  act(() => root.unmount())
  expect(vi.getTimerCount()).toBe(0)
})
