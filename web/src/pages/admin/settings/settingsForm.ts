import type { Schema } from '@/api/types'
import {
  COST_RULES,
  currencyOf,
  currencyRule,
  fromForm,
  toForm,
  type Amount,
  type CostForm,
} from '@/components/forms/costForm'
import { intervalRule } from '@/components/forms/interval'
import { formatExact } from '@/util/format'
import { byPlatform, PLATFORM_CODES } from '@/util/platform'
import { changeOf, COLLECTION_RULES, collectionOf, type CollectionForm } from './collection'

export type SettingsForm = {
  content_visibility: Schema<'ContentVisibility'>
  cost: CostForm
  currency: string
  /** Empty while what was typed is no zone. */
  time_zone: string
  intervals: Schema<'Intervals'>
  collection: CollectionForm
  pictures: boolean
  picture_quota_mib: Amount
}

/** The largest quota of pictures that the server accepts, MiB. */
const MAX_QUOTA = 1 << 20

export const SETTINGS_RULES = {
  cost: COST_RULES,
  intervals: byPlatform(() => intervalRule),
  collection: COLLECTION_RULES,
  picture_quota_mib: (quota: Amount) =>
    quota === '' || quota < 1 || quota > MAX_QUOTA || !Number.isInteger(quota)
      ? `Enter a whole number from 1 to ${formatExact(MAX_QUOTA)}`
      : null,
  // The field says why.
  time_zone: (zone: string) => zone === '',
  currency: currencyRule,
}

export function formOf(settings: Schema<'PlatformSettings'>, intervals: Schema<'Intervals'>): SettingsForm {
  return {
    content_visibility: settings.content_visibility,
    cost: toForm(settings.cost),
    currency: settings.currency ?? '',
    time_zone: settings.time_zone,
    intervals,
    collection: collectionOf(settings),
    pictures: settings.pictures,
    picture_quota_mib: settings.picture_quota_mib,
  }
}

/** Compares values that `formOf` has built in the same order. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the stored settings with the fields that were changed from `base`, which the form showed before. */
export function mergeForm(base: SettingsForm, typed: SettingsForm, stored: SettingsForm): SettingsForm {
  return {
    ...changed(base, typed, stored),
    intervals: changed(base.intervals, typed.intervals, stored.intervals),
    collection: changed(base.collection, typed.collection, stored.collection),
  }
}

function changed<T extends object>(base: T, typed: T, stored: T): T {
  const merged = { ...stored }
  for (const key of Object.keys(stored) as (keyof T)[])
    if (!isSame(typed[key], base[key])) merged[key] = typed[key]
  return merged
}

/** Returns the request bodies of a valid form; the second one only if its values are not the stored ones. */
export function bodiesOf(form: SettingsForm, stored: Schema<'Intervals'>) {
  const { content_visibility, currency, time_zone, collection, pictures, picture_quota_mib: quota } = form
  const cost = fromForm(form.cost)
  if (!cost || quota === '') return undefined
  return {
    settings: {
      content_visibility,
      cost,
      currency: currencyOf(currency),
      time_zone,
      pictures,
      picture_quota_mib: quota,
      ...changeOf(collection),
    },
    intervals: PLATFORM_CODES.some((platform) => form.intervals[platform] !== stored[platform])
      ? form.intervals
      : undefined,
  }
}
