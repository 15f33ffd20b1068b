import { expect, test } from 'vitest'
import { explainsInterval, formatRefreshInterval, type Cadence } from './cadence'

test.each<[number | null, Cadence['reason'], string]>([
  [15, 'configured', 'Updates every 15 min'],
  [60, 'configured', 'Updates every hour'],
  [90, 'configured', 'Updates every 90 min'],
  [150, 'configured', 'Updates every 150 min'],
  [1440, 'configured', 'Updates daily'],
  [20, 'quiet', 'Updates every 20 min'],
  [240, 'quiet', 'Updates every 4 hours'],
  [642, 'quiet', 'Updates about every 11 hours (no recent posts)'],
  [10_080, 'missing', 'Updates every 7 days (not found)'],
  [7, 'failing', 'Updates every 7 min (recent updates failed)'],
  [457, 'failing', 'Updates about every 8 hours (recent updates failed)'],
  [null, 'suspended', 'No updates (suspended)'],
  [null, 'inactive', 'No updates (group deactivated)'],
])('the refresh interval %j, %s reads: %s', (every_minutes, reason, text) => {
  const cadence = { every_minutes, reason, text: '' }
  expect(formatRefreshInterval(cadence)).toBe(text)
  expect(explainsInterval(cadence)).toBe(text.includes('('))
})
