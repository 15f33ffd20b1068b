import { expect, test } from 'vitest'
import { fileError, importSummary } from './texts'

test('the summary of an import has all four numbers', () => {
  expect(importSummary({ message: '', added: 1200, duplicates: 1, invalid: 0, total: 3400 })).toBe(
    '1,200 added · 1 duplicate · 0 invalid · 3,400 in total',
  )
})

const TEN_MB = 10 * 1024 * 1024

test.each([
  [{ name: 'sessions.txt', type: 'text/plain', size: TEN_MB }, undefined],
  [{ name: 'sessions.txt', type: 'text/plain', size: TEN_MB + 1 }, 'File is too large. Maximum size is 10MB'],
  [{ name: 'sessions.csv', type: 'text/csv', size: 1 }, 'Please upload text files only'],
])('%j: %s', (file, why) => {
  expect(fileError(file)).toBe(why)
})
