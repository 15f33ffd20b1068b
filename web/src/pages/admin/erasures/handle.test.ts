import { expect, test } from 'vitest'
import { readHandle } from './handle'

test('a name is read as people write it', () => {
  expect(readHandle(' @Mia.Keller ')).toBe('mia.keller')
  expect(readHandle('mia.keller')).toBe('mia.keller')
  expect(readHandle(' @ ')).toBe('')
})
