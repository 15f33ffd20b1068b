import { expect, test } from 'vitest'
import type { Cost } from './cost'
import { maxReached } from './maxReached'

const CAPPED: Cost = { model: 'per_mille', rate: 1, cap: 1000 }
const terms = (cost_rule: Cost, has_exceptions = false) => ({ cost_rule, has_exceptions, currency: 'EUR' })
const sum = (gained_views: number, cost: number | null, items = 10) => ({ items, gained_views, cost })

test('gained views that cost nothing say that the maximum is reached', () => {
  expect(maxReached(sum(429_500, 0), terms(CAPPED))).toBe(
    'The posts have reached the max of €1,000.00 per post: further views of them cost nothing',
  )
  expect(maxReached(sum(429_500, 0, 1), terms(CAPPED))).toBe(
    'The post has reached the max of €1,000.00 per post: further views cost nothing',
  )
  expect(maxReached(sum(479_125, 49.6), terms(CAPPED))).toMatch(/^Some posts have reached/)
  const base: Cost = { model: 'base_plus', base: 20, rate: 1, max: 50 }
  expect(maxReached(sum(100_000, 30), terms(base))).toMatch(/€50\.00/)
})

test('a cost that only rounding lowers does not', () => {
  expect(maxReached(sum(232, 0.21, 37), terms(CAPPED))).toBeUndefined()
  expect(maxReached(sum(7458, 7.4, 97), terms(CAPPED))).toBeUndefined()
  expect(maxReached(sum(0, 0, 0), terms(CAPPED))).toBeUndefined()
  expect(maxReached(sum(-500, -0.5, 1), terms(CAPPED))).toBeUndefined()
})

test.each<[string, Parameters<typeof maxReached>[1], number | null]>([
  ['there is none', terms({ model: 'per_mille', rate: 1, cap: null }), 0],
  ['each post costs the same', terms({ model: 'flat', cost: 1 }), 0],
  ['the account may have another cost', terms(CAPPED, true), 0],
  ['the cost is unknown', terms(CAPPED), null],
])('a maximum is not claimed if %s', (_, rule, cost) => {
  expect(maxReached(sum(429_500, cost), rule)).toBeUndefined()
})
