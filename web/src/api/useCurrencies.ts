import { api, useGroups } from './client'
import { useIsAdmin } from './session'

/** Currencies of the costs of items, ISO 4217 codes; null without one, and until it is known. */
export type Currencies = {
  /** Of what the group tracks, or of everything if there is no group. */
  tracked: string | null
  /** Of other items, which members may see. */
  others: string | null
}

/**
 * Returns the currencies of the items of a group, or of all groups. `useTimeZone` polls the user, whose group determines them for
 * members. Without `enabled`, that of a group is not read for admins, and null until it was.
 */
export function useCurrencies(groupId: number | undefined, { enabled = true } = {}): Currencies {
  const admin = useIsAdmin()
  const { data: me } = api.useQuery('get', '/api/auth/me')
  const ofGroup = admin && groupId !== undefined
  const { data } = useGroups({ enabled: ofGroup && enabled })
  const others = me?.default_currency ?? null
  if (ofGroup) {
    const tracked = data ? (data.groups.find(({ id }) => id === groupId)?.currency ?? others) : null
    return { tracked, others }
  }
  return { tracked: me?.currency ?? null, others }
}
