import { expect, test } from 'vitest'
import { changeOf, COLLECTION_RULES, collectionOf } from './collection'

const SETTINGS = {
  content_visibility: 'all',
  cost: { model: 'none' },
  pictures: true,
  picture_quota_mib: 1024,
  time_zone: 'UTC',
  days_pending: 0,
} as const

test('unlimited retention is a blank field and sent as null', () => {
  const form = collectionOf({
    ...SETTINGS,
    backfill_items: 1000,
    history_months: 24,
    removed_items_days: null,
  })
  expect(form).toEqual({ backfill_items: 1000, history_months: 24, removed_items_days: '' })
  expect(changeOf(form)).toEqual({ backfill_items: 1000, history_months: 24, removed_items_days: null })
})

test('a retention time is a whole number within bounds, or blank', () => {
  const { history_months: months, removed_items_days: days } = COLLECTION_RULES
  expect([months(''), months(1), months(120), days(3650)]).toEqual([null, null, null, null])
  expect(months(0)).toBe('Enter a whole number from 1 to 120, or leave it blank')
  expect(months(1.5)).not.toBeNull()
  expect(days(3651)).toBe('Enter a whole number from 1 to 3,650, or leave it blank')
})

test('the number of backfilled items is a whole number within bounds', () => {
  const { backfill_items: items } = COLLECTION_RULES
  expect([items(0), items(100_000)]).toEqual([null, null])
  expect(items('')).toBe('Enter a whole number from 0 to 100,000')
  expect(items(100_001)).not.toBeNull()
})
