import { MantineProvider } from '@mantine/core'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { periodOf, type Days } from '@/util/time/period'
import { PeriodSelect } from './PeriodSelect'

const TODAY = '2026-11-26'

let root: Root
let days: Days

function render(): void {
  flushSync(() =>
    root.render(
      <MantineProvider>
        <PeriodSelect
          period={periodOf('custom', TODAY, days)}
          today={TODAY}
          showNamed={() => undefined}
          showDays={(edit) => {
            days = edit(days)
            render()
          }}
        />
      </MantineProvider>,
    ),
  )
}

const field = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)

const enter = (label: string) => field(label)?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))

/** Shows what a browser reports after a key: React ignores a value that is assigned directly. */
function type(label: string, day: string): Days {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(label), day)
  field(label)?.dispatchEvent(new Event('input', { bubbles: true }))
  return days
}

beforeEach(() => {
  const container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container)
  days = { from: '2026-11-05', to: '2026-11-08' }
  render()
})

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

test('the first digit of a day does not change the other day for good', () => {
  enter('Last day')
  expect(type('Last day', '2026-11-02')).toEqual({ from: '2026-11-02', to: '2026-11-02' })
  expect(type('Last day', '2026-11-25')).toEqual({ from: '2026-11-05', to: '2026-11-25' })
  enter('First day')
  expect(type('First day', '2026-11-26')).toEqual({ from: '2026-11-26', to: '2026-11-26' })
  expect(type('First day', '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-25' })
})

test('the other day follows one that stays', () => {
  enter('Last day')
  type('Last day', '2026-11-02')
  enter('First day')
  expect(type('First day', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-02' })
})
