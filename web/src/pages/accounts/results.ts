import type { Schema } from '@/api/types'
import type { RowResult } from './ResultList'

type Entry = { status: Schema<'EntryStatus'>; error?: string | null }

const OUTCOMES = { added: 'done', duplicate: 'known', invalid: 'failed', over_limit: 'failed' } as const
const TEXTS = {
  added: 'Added',
  duplicate: 'Already tracked',
  invalid: 'Not valid',
  over_limit: 'Over the limit',
} as const

/** Row of the result list for one entry that was to be added. */
export function addedRow(name: string, { status, error }: Entry): RowResult {
  return { name, outcome: OUTCOMES[status], text: error ?? TEXTS[status] }
}

/** The same row for a username. An invalid one is shown as entered. */
export function addedAccount({ username, ...entry }: Entry & { username: string }): RowResult {
  return addedRow(entry.status === 'invalid' ? username : `@${username}`, entry)
}
