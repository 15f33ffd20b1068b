import type { Schema } from '@/shared/api/types'
import { formatCount } from '@/shared/lib/format'
import type { Account } from './model'

export type Decision = Schema<'IdentityDecision'>

/** Whether an account waits until an admin says what it means that somebody else has its name. */
export function isUndecided({ cadence }: Pick<Account, 'cadence'>): boolean {
  return cadence.reason === 'undecided'
}

/** Who has the name of an account now, as far as that is known: `Ann Smith, 1.2K followers`. */
export function formatNewOwner(newOwner: Schema<'NewHandleOwner'> | null | undefined): string | undefined {
  if (newOwner == null) return undefined
  const { display_name: name, username, followers } = newOwner
  const label = name.trim() === '' ? `@${username}` : name
  return followers == null ? label : `${label}, ${formatCount(followers)} followers`
}
