import type { Schema } from '@/shared/api/types'
import { formatCount } from '@/shared/lib/format'
import type { Account } from './model'

export type Decision = Schema<'IdentityDecision'>

/** Whether an account waits until an admin says what it means that somebody else has its name. */
export function isUndecided({ pace }: Pick<Account, 'pace'>): boolean {
  return pace.reason === 'undecided'
}

/** Who has the name of an account now, as far as that is known: `Ann Smith, 1.2K followers`. */
export function claimantInWords(claimant: Schema<'ClaimedBy'> | null | undefined): string | undefined {
  if (claimant == null) return undefined
  const { display_name: name, username, followers } = claimant
  const who = name.trim() === '' ? `@${username}` : name
  return followers == null ? who : `${who}, ${formatCount(followers)} followers`
}
