// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import { OF_USERS, session, storedValue } from './session'

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

test('signing out deletes what is remembered of users, also in memory', () => {
  const remembered = storedValue(`${OF_USERS}test`, (found) => (typeof found === 'string' ? found : 'none'))
  const setting = storedValue('clipmeter.test', (found) => (typeof found === 'string' ? found : 'none'))
  remembered.set('some')
  setting.set('some')
  session.end()
  expect([remembered.get(), setting.get()]).toEqual(['none', 'some'])
  expect(localStorage.getItem(`${OF_USERS}test`)).toBeNull()
  setting.set(undefined)
})
