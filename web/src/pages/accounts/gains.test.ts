// @vitest-environment happy-dom

import { expect, test } from 'vitest'
import { costUnknown, type AccountsGains } from './gains'

const gains = (begins: string | null) =>
  ({ history_begins: begins, period: { from: '2026-11-15', to: '2026-11-21' } }) as AccountsGains

test.each<[number | null, string | null, string]>([
  [5, null, 'No rate set'],
  [5, '2026-11-15', 'No rate set'],
  [5, '2026-11-16', 'Measurements of this period were deleted'],
  // An account that was first read after the period has no cost, whatever its rate.
  [null, null, 'Not tracked in this period'],
])('the cost of %s gained views with a history since %s is unknown: %s', (views, begins, reason) => {
  expect(costUnknown(gains(begins), { id: 1, gained_views: views })).toBe(reason)
})

test('a cost that is not loaded says so', () => {
  expect(costUnknown(undefined, undefined)).toBe('Not loaded yet')
})
