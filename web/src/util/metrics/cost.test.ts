import { expect, test } from 'vitest'
import { costOf, cpmOf, formatCost, readCost, type Cost } from './cost'

const FLAT: Cost = { model: 'flat', cost: 1 }
const RATE: Cost = { model: 'per_mille', rate: 2.5, cap: 100 }
const BASE: Cost = { model: 'base_plus', base: 20, rate: 1.5, max: 200 }

test.each<[Cost, number, number | undefined]>([
  [FLAT, 10, 1],
  [FLAT, 1_000_000, 1],
  [RATE, 10_000, 25],
  [RATE, 1_000_000, 100],
  [{ model: 'per_mille', rate: 2.5 }, 1_000_000, 2500],
  [BASE, 10_000, 35],
  [BASE, 1_000_000, 200],
  [{ model: 'base_plus', base: 20, rate: 1.5, max: null }, 1_000_000, 1520],
  [{ model: 'none' }, 10_000, undefined],
  [FLAT, 0, undefined],
])('%j at %d views costs %d', (cost, views, total) => {
  expect(costOf(cost, views)).toBe(total)
})

test('CPM is the cost of a thousand views', () => {
  expect(cpmOf(FLAT, 100_000)).toBe(0.01)
  expect(cpmOf(RATE, 10_000)).toBe(2.5)
  expect(cpmOf({ model: 'none' }, 10_000)).toBeUndefined()
})

test.each<[Cost, string]>([
  [{ model: 'flat', cost: 1 }, 'Flat fee of 1.00 per post'],
  [{ model: 'per_mille', rate: 2.5 }, '2.50 per 1,000 views'],
  [{ model: 'per_mille', rate: 2.5, cap: 100 }, '2.50 per 1,000 views, max 100.00 per post'],
  [
    { model: 'base_plus', base: 20, rate: 1.5, max: 200 },
    '20.00 per post + 1.50 per 1,000 views, max 200.00 per post',
  ],
  [{ model: 'none' }, 'No rate set, so CPM is unknown'],
])('%j reads: %s', (cost, text) => {
  expect(formatCost(cost)).toBe(text)
})

test.each<Cost>([
  { model: 'none' },
  { model: 'flat', cost: 2.5 },
  { model: 'per_mille', rate: 4, cap: null },
  { model: 'base_plus', base: 100, rate: 2, max: 500 },
])('%j is a cost model', (cost) => {
  expect(readCost(structuredClone(cost))).toEqual(cost)
})

test.each([null, 'flat', {}, { model: 'flat' }, { model: 'flat', cost: 'much' }, { model: 'other' }])(
  '%j is no cost model',
  (value) => {
    expect(readCost(value)).toBeUndefined()
  },
)
