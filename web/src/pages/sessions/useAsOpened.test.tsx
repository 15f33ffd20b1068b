import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { useAsOpened } from './useAsOpened'

type Props = { opened: boolean; version: string }

function Dialog({ opened, version }: Props) {
  return useAsOpened(opened, version)
}

test('a dialog keeps what it was opened with until it is opened again', () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const show = (opened: boolean, version: string) => {
    flushSync(() => root.render(<Dialog opened={opened} version={version} />))
    return place.textContent
  }
  show(false, '1')
  expect(show(true, '2')).toBe('2')
  expect(show(true, '3')).toBe('2')
  // Also while it closes.
  expect(show(false, '3')).toBe('2')
  expect(show(true, '4')).toBe('4')
  root.unmount()
})
