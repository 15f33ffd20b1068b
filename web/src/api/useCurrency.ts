import { api, useGroups } from './client'
import { useIsAdmin } from './session'

/**
 * Returns the currency of the amounts of a group, or of all groups, an ISO 4217 code; null without one, and until it is known.
 * `useTimeZone` polls the user, whose group determines it for members.
 */
export function useCurrency(groupId: number | undefined): string | null {
  const admin = useIsAdmin()
  const { data } = api.useQuery('get', '/api/auth/me')
  const groups = useGroups({ enabled: admin && groupId !== undefined }).data?.groups
  const own = admin ? groups?.find(({ id }) => id === groupId)?.currency : undefined
  return own ?? data?.currency ?? null
}
