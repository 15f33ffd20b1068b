import { afterEach, expect, test } from 'vitest'
import { setTimeZone, UTC } from '@/util/time/timeZone'
import { chartTexts } from './texts'

afterEach(() => setTimeZone(UTC))

const DAYS = { from: '2026-11-01', to: '2026-11-07' }

test.each([
  ['day', 'gained', 'Views gained per day', 'Nov 1 – Nov 7, 2026. Days are UTC.'],
  ['day', 'total', 'Views gained since the first day', 'Nov 1 – Nov 7, 2026. Days are UTC.'],
  [
    'day',
    'indexed',
    'Total views, indexed',
    'Nov 1 – Nov 7, 2026. The total views of Oct 31, 2026 are 100. Days are UTC.',
  ],
  [
    'age',
    'indexed',
    'Median views by age of post',
    'Posts of Nov 1 – Nov 7, 2026, at most the latest 50 of each. Only measured ages count. Days are UTC.',
  ],
] as const)('by %s, %s is described', (by, show, title, caption) => {
  expect(chartTexts(by, show, DAYS)).toMatchObject({ title, caption })
})

test.each(['day', 'age'] as const)('by %s, the time zone is stated', (by) => {
  setTimeZone('Europe/Berlin')
  expect(chartTexts(by, 'indexed', DAYS).caption).toMatch(/ Days are in Europe\/Berlin time\.$/)
})

test.each([
  [[], 'Days are UTC.'],
  [['Asia/Tokyo', 'Asia/Tokyo'], 'Days are in Asia/Tokyo time.'],
  [['Asia/Tokyo', 'UTC'], 'Days of each group are in its own time zone.'],
])('the days of groups in %j are described', (zones, text) => {
  expect(chartTexts('day', 'gained', DAYS, zones).caption).toBe(`Nov 1 – Nov 7, 2026. ${text}`)
})
