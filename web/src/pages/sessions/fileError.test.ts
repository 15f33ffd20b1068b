import { expect, test } from 'vitest'
import { fileError } from './fileError'

const TEN_MB = 10 * 1024 * 1024

test.each([
  [{ name: 'sessions.txt', type: 'text/plain', size: TEN_MB }, undefined],
  [{ name: 'sessions.txt', type: 'text/plain', size: TEN_MB + 1 }, 'File is too large. Maximum size is 10MB'],
  [{ name: 'sessions.csv', type: 'text/csv', size: 1 }, 'Please upload text files only'],
])('%j: %s', (file, why) => {
  expect(fileError(file)).toBe(why)
})
