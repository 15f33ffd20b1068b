import { expect, test } from 'vitest'
import { formatRefreshInterval, type Cadence } from './cadence'

const cadence = (every_minutes: number | null, reason: Cadence['reason']) =>
  formatRefreshInterval({ every_minutes, reason, text: '' })

test('an account with its configured interval shows only the interval', () => {
  expect(cadence(15, 'configured')).toBe('every 15 min')
  expect(cadence(60, 'configured')).toBe('every hour')
  expect(cadence(90, 'configured')).toBe('every 1.5 h')
  expect(cadence(1440, 'configured')).toBe('every day')
})

test('an account with a longer interval shows the reason', () => {
  expect(cadence(240, 'quiet')).toBe('every 4 h: quiet')
  expect(cadence(10_080, 'missing')).toBe('every 7 days: not found')
  expect(cadence(7, 'failing')).toBe('every 7 min: failing')
  expect(cadence(457, 'failing')).toBe('every 7.6 h: failing')
})

test('an account that is not scheduled says so', () => {
  expect(cadence(null, 'suspended')).toBe('not scraped: suspended')
  expect(cadence(null, 'inactive')).toBe('not scraped: group deactivated')
})
