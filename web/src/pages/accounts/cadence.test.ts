import { expect, test } from 'vitest'
import { formatRefreshInterval, type Cadence } from './cadence'

const cadence = (every_minutes: number | null, reason: Cadence['reason']) =>
  formatRefreshInterval({ every_minutes, reason, text: '' })

test('an account that is read as it is set says how often, and nothing else', () => {
  expect(cadence(15, 'configured')).toBe('every 15 min')
  expect(cadence(60, 'configured')).toBe('every hour')
  expect(cadence(90, 'configured')).toBe('every 1.5 h')
  expect(cadence(1440, 'configured')).toBe('every day')
})

test('one that is read less often says why', () => {
  expect(cadence(240, 'quiet')).toBe('every 4 h: quiet')
  expect(cadence(10_080, 'missing')).toBe('every 7 days: not found')
  expect(cadence(7, 'failing')).toBe('every 7 min: failing')
  expect(cadence(457, 'failing')).toBe('every 7.6 h: failing')
})

test('one that nobody asks for says that too', () => {
  expect(cadence(null, 'suspended')).toBe('not scraped: suspended')
  expect(cadence(null, 'inactive')).toBe('not scraped: group deactivated')
})
