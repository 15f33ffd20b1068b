import { expect, test } from 'vitest'
import { actionInWords } from './actions'

test('what this app does not know yet goes by its code', () => {
  expect(actionInWords('auth.sign_in')).toBe('Signed in')
  expect(actionInWords('moon.landed')).toBe('moon.landed')
})
