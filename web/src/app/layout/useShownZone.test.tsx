import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { daysText, setTimeZone, UTC } from '@/util/time/timeZone'
import { useShownZone } from './useShownZone'

let root: Root
let mounted: number
const place = document.createElement('div')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.replaceChildren(place)
  root = createRoot(place)
  mounted = 0
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
    </>
  )
}

type Props = { zone: string; groupId?: number }

function Shell({ zone, groupId }: Props) {
  return <Screen key={useShownZone(zone, groupId)} />
}

function show(props: Props) {
  act(() => root.render(<Shell {...props} />))
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

test('a screen is replaced when its zone changes, and not when another group has the same zone', () => {
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

test('the select that changed the group keeps the focus', () => {
  show({ zone: 'UTC' })
  place.querySelector('select')?.focus()
  const before = document.activeElement
  show({ zone: 'Asia/Kolkata', groupId: 3 })
  expect(before?.isConnected).toBe(false)
  expect(document.activeElement).toBe(place.querySelector('select'))
})
