import { expect, test } from 'vitest'
import { paceInWords, type Pace } from './pace'

const pace = (every_minutes: number | null, reason: Pace['reason']) =>
  paceInWords({ every_minutes, reason, text: '' })

test('an account that is read as it is set says how often, and nothing else', () => {
  expect(pace(15, 'configured')).toBe('every 15 min')
  expect(pace(60, 'configured')).toBe('every hour')
  expect(pace(90, 'configured')).toBe('every 1.5 h')
  expect(pace(1440, 'configured')).toBe('every day')
})

test('one that is read less often says why', () => {
  expect(pace(240, 'quiet')).toBe('every 4 h: quiet')
  expect(pace(10_080, 'missing')).toBe('every 7 days: not found')
  expect(pace(7, 'failing')).toBe('every 7 min: failing')
  expect(pace(457, 'failing')).toBe('every 7.6 h: failing')
})

test('one that nobody asks for says that too', () => {
  expect(pace(null, 'suspended')).toBe('not scraped: suspended')
  expect(pace(null, 'inactive')).toBe('not scraped: group switched off')
})
