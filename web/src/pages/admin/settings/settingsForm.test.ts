import { expect, test } from 'vitest'
import { bodiesOf, formOf, mergeForm, SETTINGS_RULES } from './settingsForm'

const SETTINGS = {
  content_visibility: 'group',
  cost: { model: 'per_mille', rate: 2.5, cap: 100 },
  currency: 'EUR',
  backfill_items: 250,
  history_months: 24,
  pictures: true,
  picture_quota_mib: 1024,
  time_zone: 'Europe/Berlin',
  days_pending: 3,
} as const

const INTERVALS = { instagram: 60, tiktok: 15 }
const FORM = formOf(SETTINGS, INTERVALS)

test('an unchanged form sends what the server returned', () => {
  const { days_pending: _, ...settings } = SETTINGS
  expect(bodiesOf(FORM, INTERVALS)).toEqual({ settings: { ...settings, removed_items_days: null } })
})

test('the code of a currency is sent in capitals, and an empty one as none', () => {
  expect(bodiesOf({ ...FORM, currency: ' chf ' }, INTERVALS)?.settings.currency).toBe('CHF')
  expect(bodiesOf({ ...FORM, currency: ' ' }, INTERVALS)?.settings.currency).toBeNull()
  expect(SETTINGS_RULES.currency('e1')).not.toBeNull()
})

test('fields that the user has not changed show what others saved', () => {
  const typed = { ...FORM, currency: 'USD', intervals: { ...FORM.intervals, tiktok: 20 } }
  const stored = formOf(
    { ...SETTINGS, currency: 'CHF', content_visibility: 'all', history_months: 12 },
    { instagram: 90, tiktok: 30 },
  )
  expect(mergeForm(FORM, typed, stored)).toEqual({
    ...stored,
    currency: 'USD',
    intervals: { instagram: 90, tiktok: 20 },
  })
  expect(mergeForm(FORM, FORM, stored)).toEqual(stored)
})

test('changed intervals are sent', () => {
  const intervals = { ...INTERVALS, tiktok: 30 }
  expect(bodiesOf({ ...FORM, intervals }, INTERVALS)?.intervals).toEqual(intervals)
})
