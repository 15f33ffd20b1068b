import { expect, test } from 'vitest'
import { readHandle } from './handle'

test('parses a handle in any spelling', () => {
  expect(readHandle(' @Mia.Keller ')).toBe('mia.keller')
  expect(readHandle('mia.keller')).toBe('mia.keller')
  expect(readHandle(' @ ')).toBe('')
})
