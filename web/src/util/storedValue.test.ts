// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import { storedValue } from './storedValue'

test('a value that the browser does not store lasts until the page is loaded again', () => {
  const stored = storedValue(
    'clipmeter.test',
    (found) => (typeof found === 'string' ? found : 'none'),
    () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    },
  )
  const seen: string[] = []
  stored.subscribe(() => seen.push(stored.get()))
  stored.set('some')
  stored.set(undefined)
  expect(seen).toEqual(['some', 'none'])
})
