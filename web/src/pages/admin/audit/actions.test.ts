import { expect, test } from 'vitest'
import { actionLabel } from './actions'

test('what this app does not know yet goes by its code', () => {
  expect(actionLabel('auth.sign_in')).toBe('Signed in')
  expect(actionLabel('moon.landed')).toBe('moon.landed')
})
