import { expect, test } from 'vitest'
import type { Cost } from '@/util/metrics/cost'
import { COST_RULES, fromForm, toForm } from './costForm'

test.each<Cost | null>([
  null,
  { model: 'none' },
  { model: 'flat', cost: 0 },
  { model: 'per_mille', rate: 2.5 },
  { model: 'per_mille', rate: 2.5, cap: 100 },
  { model: 'base_plus', base: 20, rate: 1.5 },
  { model: 'base_plus', base: 20, rate: 1.5, max: 200 },
])('%j comes back from its form as it was', (cost) => {
  expect(fromForm(toForm(cost))).toEqual(cost)
})

test('a cost model without its amount is incomplete', () => {
  expect(fromForm({ ...toForm({ model: 'flat', cost: 1 }), flat: '' })).toBeUndefined()
})

test('only the selected cost model is validated, with an optional limit', () => {
  const cost = { ...toForm({ model: 'per_mille', rate: 1 }), flat: -1 }
  expect(COST_RULES.flat(-1, { cost })).toBeNull()
  expect(COST_RULES.rate(-1, { cost })).toBe('Enter a number from 0 to 1,000,000,000')
  expect(COST_RULES.rate('', { cost })).toBe('Enter a number from 0 to 1,000,000,000')
  expect(COST_RULES.cap('', { cost })).toBeNull()
  expect(COST_RULES.rate(1_500_000, { cost })).toBeNull()
})

test('an amount that is submitted while its field contains text is converted to a number', () => {
  const text = '2.50' as never
  expect(fromForm({ ...toForm({ model: 'per_mille', rate: 1 }), rate: text, cap: text })).toEqual({
    model: 'per_mille',
    rate: 2.5,
    cap: 2.5,
  })
})

test('another choice than the inherited cost begins with its limit', () => {
  const form = toForm(null, { model: 'per_mille', rate: 2, cap: 1000 })
  expect(fromForm(form)).toBeNull()
  expect(fromForm({ ...form, model: 'per_mille' })).toEqual({ model: 'per_mille', rate: 2, cap: 1000 })
})
