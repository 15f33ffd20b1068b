// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import { storedValue } from '@/util/storedValue'
import { lastViews, session } from './session'

test('signing out deletes the last views and no preferences', () => {
  const preference = storedValue('clipmeter.test', (found) => (typeof found === 'string' ? found : 'none'))
  lastViews.set({ ann: 'q=some' })
  preference.set('some')
  session.end()
  expect([lastViews.get(), preference.get()]).toEqual([{}, 'some'])
  expect(localStorage.getItem('clipmeter.content-view')).toBeNull()
  preference.set(undefined)
})
