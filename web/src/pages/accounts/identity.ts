import type { Schema } from '@/api/types'
import { formatCount } from '@/util/format'
import type { Account } from './model'

export type Decision = Schema<'IdentityDecision'>

/** Whether the account has a handle conflict that an admin has to resolve. */
export function isUndecided({ cadence }: Pick<Account, 'cadence'>): boolean {
  return cadence.reason === 'undecided'
}

/** Describes the handle's new owner as far as known: `Ann Smith, 1.2K followers`. */
export function formatNewOwner(newOwner: Schema<'NewHandleOwner'> | null | undefined): string | undefined {
  if (newOwner == null) return undefined
  const { display_name: name, username, followers } = newOwner
  const label = name.trim() === '' ? `@${username}` : name
  return followers == null ? label : `${label}, ${formatCount(followers)} followers`
}
