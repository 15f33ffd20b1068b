import { expect, test } from 'vitest'
import { formatRefreshInterval, type Cadence } from './cadence'

test.each<[number | null, Cadence['reason'], string]>([
  [15, 'configured', 'every 15 min'],
  [60, 'configured', 'every hour'],
  [90, 'configured', 'every 1.5 h'],
  [1440, 'configured', 'every day'],
  [240, 'quiet', 'every 4 h: quiet'],
  [10_080, 'missing', 'every 7 days: not found'],
  [7, 'failing', 'every 7 min: failing'],
  [457, 'failing', 'every 7.6 h: failing'],
  [null, 'suspended', 'not scraped: suspended'],
  [null, 'inactive', 'not scraped: group deactivated'],
])('the refresh interval %j, %s reads: %s', (every_minutes, reason, text) => {
  expect(formatRefreshInterval({ every_minutes, reason, text: '' })).toBe(text)
})
