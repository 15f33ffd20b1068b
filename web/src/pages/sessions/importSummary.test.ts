import { expect, test } from 'vitest'
import { summary } from './importSummary'

test('names all four numbers', () => {
  expect(summary({ message: '', added: 1200, duplicates: 1, invalid: 0, total: 3400 })).toBe(
    '1,200 added · 1 duplicate · 0 invalid · 3,400 in total',
  )
})
