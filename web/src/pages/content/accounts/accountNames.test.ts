import { expect, test } from 'vitest'
import { accountNames, addNames, removeName } from './accountNames'

test.each([
  ['', []],
  ['google', ['google']],
  ['google, @natgeo', ['google', 'natgeo']],
  [',google,,GOOGLE', ['google']],
])('the filter %j names %j', (filter, names) => {
  expect(accountNames(filter)).toEqual(names)
})

test('names are added once, and as many as the API accepts', () => {
  expect(addNames('', ['@google'])).toBe('google')
  expect(addNames('google, natgeo', ['Google', 'nasa', ' '])).toBe('google,natgeo,nasa')
  const ten = Array.from({ length: 10 }, (_, index) => `creator${index}`)
  expect(accountNames(addNames('', [...ten, 'eleventh']))).toEqual(ten)
  expect(addNames('google', ['x'.repeat(394), 'nasa'])).toBe('google,nasa')
})

test('a name is removed, and the others stay', () => {
  expect(removeName('google, natgeo', 'google')).toBe('natgeo')
  expect(removeName('google', 'google')).toBe('')
})
