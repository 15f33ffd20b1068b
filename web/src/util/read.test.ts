import { expect, test } from 'vitest'
import type { Cost } from './cost'
import { readCost } from './read'

test.each<Cost>([
  { model: 'none' },
  { model: 'flat', cost: 2.5 },
  { model: 'per_mille', rate: 4, cap: null },
  { model: 'base_plus', base: 100, rate: 2, max: 500 },
])('%j is a cost model', (cost) => {
  expect(readCost(structuredClone(cost))).toEqual(cost)
})

test.each([null, 'flat', {}, { model: 'flat' }, { model: 'flat', cost: 'much' }, { model: 'other' }])(
  '%j is none',
  (value) => {
    expect(readCost(value)).toBeUndefined()
  },
)
