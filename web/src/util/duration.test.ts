import { expect, test } from 'vitest'
import { formatDuration } from './duration'

test.each([
  [0, 'under 1 s'],
  [1, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [95, '1 min 35 s'],
  [3600, '1 h'],
  [7530, '2 h 5 min'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
