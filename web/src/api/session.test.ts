// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import { lastViews, session, storedValue } from './session'

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

test('signing out deletes the last views and no preferences', () => {
  const preference = storedValue('clipmeter.test', (found) => (typeof found === 'string' ? found : 'none'))
  lastViews.set({ ann: 'q=some' })
  preference.set('some')
  session.end()
  expect([lastViews.get(), preference.get()]).toEqual([{}, 'some'])
  expect(localStorage.getItem('clipmeter.content-view')).toBeNull()
  preference.set(undefined)
})
