import { expect, test } from 'vitest'
import { actionLabel } from './actions'

test('an unknown action is shown as its code', () => {
  expect(actionLabel('auth.sign_in')).toBe('Signed in')
  expect(actionLabel('moon.landed')).toBe('moon.landed')
})
