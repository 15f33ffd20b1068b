import { expect, test } from 'vitest'
import { periodOf, type Period } from '@/util/time/period'
import { keyTexts } from './keyTexts'

const TODAY = '2026-11-26'

test.each<[Period, string, boolean, (string | undefined)[]]>([
  [periodOf('7-days', TODAY), TODAY, true, ['Nov 19 – Nov 25, 2026', 'Nov 12 – Nov 18, 2026', undefined]],
  [
    periodOf('7-days', TODAY),
    TODAY,
    false,
    ['Nov 19 – Nov 25, 2026', undefined, 'No history of Nov 12 – Nov 18, 2026'],
  ],
  [periodOf('today', TODAY), TODAY, false, ['Nov 19 – Nov 25, 2026', undefined, undefined]],
  [periodOf('custom', TODAY, { from: TODAY, to: TODAY }), TODAY, false, [undefined, undefined, undefined]],
  [
    periodOf('last-month', '2026-03-15'),
    '2026-03-15',
    true,
    ['Feb 1 – Feb 28, 2026', 'Jan 1 – Jan 31, 2026', 'The chart shows the first 28 days of these'],
  ],
])('the key of %j on %s, compared: %s', (period, today, compared, [now, before, note]) => {
  expect(keyTexts(period, today, compared)).toEqual({ now, before, note })
})
