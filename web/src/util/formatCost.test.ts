import { expect, test } from 'vitest'
import type { Cost } from './cost'
import { formatCost } from './formatCost'

test.each<[Cost, string]>([
  [{ model: 'flat', cost: 1 }, 'Every post costs 1.00, however many views it has'],
  [{ model: 'per_mille', rate: 2.5 }, 'Every thousand views cost 2.50'],
  [{ model: 'per_mille', rate: 2.5, cap: 100 }, 'Every thousand views cost 2.50, up to 100.00 a post'],
  [
    { model: 'base_plus', base: 20, rate: 1.5, max: 200 },
    'Every post costs 20.00, and 1.50 more for every thousand views, up to 200.00 in all',
  ],
  [{ model: 'none' }, 'No cost is set, so CPM is unknown'],
])('%j reads: %s', (cost, text) => {
  expect(formatCost(cost)).toBe(text)
})
