import { MantineProvider } from '@mantine/core'
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { LazySearchField } from './LazySearchField'
import { useSearchText } from './useSearchText'

afterEach(() => vi.unstubAllGlobals())

function Field() {
  return (
    <LazySearchField
      label="Add an account"
      words={{ one: 'account', many: 'accounts' }}
      text={useSearchText()}
      found={{ data: { choices: [], total: 0 }, waiting: false, error: null }}
      isChosen={() => false}
      onChoose={() => undefined}
      full={false}
      inputRef={useRef<HTMLInputElement>(null)}
    />
  )
}

test('the focus and what was typed stay when the list has loaded', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const input = () => place.querySelector('input')
  act(() =>
    root.render(
      <MantineProvider>
        <Field />
      </MantineProvider>,
    ),
  )
  const first = input()
  act(() => first?.focus())
  act(() => {
    if (first) Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(first, 'ann')
    first?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  // The file loads, and a pause in typing ends, outside of `act`.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await vi.waitFor(() => expect(input()?.getAttribute('aria-expanded')).toBe('true'))
  expect(input()).not.toBe(first)
  expect(input()?.value).toBe('ann')
  expect(document.activeElement).toBe(input())
  root.unmount()
  place.remove()
})
