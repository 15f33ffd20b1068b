import { expect, test } from 'vitest'
import type { Cost } from '@/util/metrics/cost'
import { costNotes } from './costNotes'

const CAPPED: Cost = { model: 'per_mille', rate: 1, cap: 1000 }
const terms = (cost_rule: Cost, has_exceptions = false) => ({ cost_rule, has_exceptions, currency: 'EUR' })
const sum = (gained_views: number, cost: number | null, items = 10) => ({ items, gained_views, cost })

test('notes explain the maximum and the rounding where they apply', () => {
  expect(costNotes(terms(CAPPED), sum(1, 1))).toHaveLength(2)
  expect(costNotes(terms({ model: 'per_mille', rate: 1, cap: null }), sum(1, 1))).toHaveLength(1)
  expect(costNotes(terms({ model: 'flat', cost: 1 }), sum(1, 1))).toEqual([
    'Each post published while its account is tracked costs the flat fee once, in the period of its first views.',
  ])
  expect(costNotes(terms({ model: 'flat', cost: 1 }, true), sum(1, 1))).toHaveLength(2)
  expect(costNotes(terms(CAPPED), sum(1, null))).toEqual([])
})
