import { expect, test } from 'vitest'
import { parseId } from './ids'

test.each([
  ['7', 7],
  ['0', undefined],
  ['-3', undefined],
  ['1.5', undefined],
  ['x', undefined],
  ['', undefined],
  [null, undefined],
])('%j of the address bar is the id %j', (text, id) => {
  expect(parseId(text)).toBe(id)
})
