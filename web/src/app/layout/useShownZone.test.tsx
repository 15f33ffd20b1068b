import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { daysText, setTimeZone, UTC } from '@/util/time/timeZone'
import { useShownZone } from './useShownZone'

let root: Root
let mounted: number
let queries: QueryClient
const place = document.createElement('div')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.replaceChildren(place)
  root = createRoot(place)
  mounted = 0
  queries = new QueryClient()
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setTimeZone(UTC)
})

function Screen() {
  useEffect(() => {
    mounted++
  }, [])
  return (
    <>
      <p>{daysText()}</p>
      <select aria-label="Client group" />
      <input />
      <button type="button" aria-label="Copy" />
      <button type="button" aria-label="Copy" />
    </>
  )
}

type Props = { zone: string | undefined; groupId?: number }

function Shell({ zone, groupId }: Props) {
  const shownZone = useShownZone(zone, groupId)
  return shownZone !== undefined && <Screen key={shownZone} />
}

function show(props: Props) {
  act(() =>
    root.render(
      <QueryClientProvider client={queries}>
        <Shell {...props} />
      </QueryClientProvider>,
    ),
  )
  return shown()
}

const shown = () => place.querySelector('p')?.textContent
const wait = () => act(() => void vi.advanceTimersByTime(5000))

function openDialog() {
  const dialog = document.createElement('div')
  dialog.setAttribute('aria-modal', 'true')
  document.body.append(dialog)
  return dialog
}

test('the first screen is rendered once, in its zone', () => {
  expect(show({ zone: 'Asia/Kolkata' })).toBe('Days are in Asia/Kolkata time.')
  expect(mounted).toBe(1)
})

test('another zone remounts the screen, and another group in the same zone does not', () => {
  show({ zone: 'UTC' })
  show({ zone: 'UTC', groupId: 3 })
  expect(mounted).toBe(1)
  expect(show({ zone: 'Asia/Kolkata', groupId: 4 })).toBe('Days are in Asia/Kolkata time.')
  expect(mounted).toBe(2)
  show({ zone: 'Asia/Kolkata', groupId: 5 })
  expect(mounted).toBe(2)
  expect(show({ zone: 'UTC', groupId: 5 })).toBe('Days are UTC.')
})

test('while the user is typing, only another group changes the zone', () => {
  show({ zone: 'UTC', groupId: 3 })
  place.querySelector('input')?.focus()
  show({ zone: 'Asia/Kolkata', groupId: 3 })
  wait()
  expect(shown()).toBe('Days are UTC.')
  expect(daysText()).toBe('Days are UTC.')
  expect(show({ zone: 'Asia/Kolkata', groupId: 4 })).toBe('Days are in Asia/Kolkata time.')
})

test('the zone changes when the open dialog has been closed', () => {
  show({ zone: 'UTC', groupId: 3 })
  const dialog = openDialog()
  show({ zone: 'Asia/Kolkata', groupId: 4 })
  wait()
  expect(shown()).toBe('Days are UTC.')
  dialog.remove()
  wait()
  expect(shown()).toBe('Days are in Asia/Kolkata time.')
  expect(vi.getTimerCount()).toBe(0)
})

test('after the dialog has been closed, the user is not interrupted while typing', () => {
  show({ zone: 'UTC', groupId: 3 })
  const dialog = openDialog()
  show({ zone: 'Asia/Kolkata', groupId: 4 })
  dialog.remove()
  place.querySelector('input')?.focus()
  wait()
  expect(shown()).toBe('Days are UTC.')
  place.querySelector('input')?.blur()
  wait()
  expect(shown()).toBe('Days are in Asia/Kolkata time.')
})

test('the zone changes when no change is in progress', async () => {
  show({ zone: 'UTC', groupId: 3 })
  let end: (() => void) | undefined
  const mutationFn = () => new Promise<void>((resolve) => (end = resolve))
  const saved = queries.getMutationCache().build(queries, { mutationFn }).execute(undefined)
  await act(() => vi.advanceTimersByTimeAsync(0))
  show({ zone: 'Asia/Kolkata', groupId: 4 })
  wait()
  expect(shown()).toBe('Days are UTC.')
  end?.()
  await act(() => saved)
  wait()
  expect(shown()).toBe('Days are in Asia/Kolkata time.')
})

test('no screen is shown until the zone of the group is known', () => {
  show({ zone: 'UTC' })
  expect(show({ zone: undefined, groupId: 3 })).toBeUndefined()
  expect(show({ zone: 'Asia/Kolkata', groupId: 3 })).toBe('Days are in Asia/Kolkata time.')
  expect(mounted).toBe(2)
})

test('of several elements of a name, none gets the focus', () => {
  show({ zone: 'UTC' })
  place.querySelector('button')?.focus()
  show({ zone: 'Asia/Kolkata', groupId: 3 })
  expect(document.activeElement).toBe(document.body)
})

test('the select that changed the group keeps the focus', () => {
  show({ zone: 'UTC' })
  place.querySelector('select')?.focus()
  const before = document.activeElement
  show({ zone: 'Asia/Kolkata', groupId: 3 })
  expect(before?.isConnected).toBe(false)
  expect(document.activeElement).toBe(place.querySelector('select'))
})
