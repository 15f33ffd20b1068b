import { expect, test } from 'vitest'
import { relativeTime } from './relativeTime'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T11:57:00Z', '3 minutes ago'],
  ['2026-11-21T14:00:00Z', 'in 2 hours'],
  ['2026-11-18T12:00:00Z', '3 days ago'],
  ['2026-07-21T12:00:00Z', '4 months ago'],
  ['2022-07-21T12:00:00Z', '4 years ago'],
])('%s is %s', (time, text) => {
  expect(relativeTime(Date.parse(time), NOW)).toBe(text)
})
