import { expect, test } from 'vitest'
import { readHandle } from './handle'

test('a typed handle is normalized', () => {
  expect(readHandle(' @Mia.Keller ')).toBe('mia.keller')
  expect(readHandle('mia.keller')).toBe('mia.keller')
  expect(readHandle(' @ ')).toBe('')
})
