import { expect, test, vi } from 'vitest'
import { errorShown, unlessShown } from './shownErrors'

test('an error is reported only while no banner shows it', () => {
  vi.useFakeTimers()
  const reported: string[] = []
  for (const [name, isShown, isClosed] of [
    ['without a banner', false, false],
    ['with a banner', true, false],
    ['with a closed banner', true, true],
  ] as const) {
    const error = new Error(name)
    unlessShown(error, () => reported.push(name))
    if (isShown) {
      const close = errorShown(error)
      if (isClosed) close()
    }
  }
  vi.runAllTimers()
  vi.useRealTimers()
  expect(reported).toEqual(['without a banner', 'with a closed banner'])
})
