import type { Schema } from '@/api/types'
import { formatExact } from '@/util/format'

/** A whole number, as a form field holds it. */
type OptionalInteger = number | ''

/** Crawl depth for a new account, where 0 means everything, and retention periods, where a blank field means forever. */
export type CollectionForm = {
  backfill_items: OptionalInteger
  history_months: OptionalInteger
  removed_items_days: OptionalInteger
}

/** Limits that the server accepts. */
const MAX_ITEMS = 100_000
/** Ten years; for more, leave the field blank to keep everything. */
const MAX_MONTHS = 120
const MAX_DAYS = 3650

/** Validates a field that may be blank. */
const upTo = (most: number) => (value: OptionalInteger) =>
  value !== '' && (value < 1 || value > most || !Number.isInteger(value))
    ? `Enter a whole number from 1 to ${formatExact(most)}, or leave it blank`
    : null

export const COLLECTION_RULES = {
  backfill_items: (items: OptionalInteger) =>
    items === '' || items < 0 || items > MAX_ITEMS || !Number.isInteger(items)
      ? `Enter a whole number from 0 to ${formatExact(MAX_ITEMS)}`
      : null,
  history_months: upTo(MAX_MONTHS),
  removed_items_days: upTo(MAX_DAYS),
}

export function collectionOf({
  backfill_items,
  history_months,
  removed_items_days,
}: Schema<'PlatformSettings'>): CollectionForm {
  return {
    backfill_items,
    history_months: history_months ?? '',
    removed_items_days: removed_items_days ?? '',
  }
}

/** Returns the request body: `null` keeps data forever, and omitted fields are unchanged. */
export function changeOf({ backfill_items, history_months, removed_items_days }: CollectionForm) {
  return {
    ...(backfill_items !== '' && { backfill_items }),
    history_months: history_months === '' ? null : history_months,
    removed_items_days: removed_items_days === '' ? null : removed_items_days,
  }
}
