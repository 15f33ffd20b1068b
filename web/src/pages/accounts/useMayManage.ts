import { api } from '@/api/client'
import { useIsAdmin, useSession } from '@/api/session'

/** A group's rule and limits change rarely, and the server enforces them anyway. */
const RULE_HOLDS_MS = 60_000

/** Reads a group; its members may do so as well. */
export const useGroup = (id: number, enabled = true) =>
  api.useQuery(
    'get',
    '/api/groups/{id}',
    { params: { path: { id } } },
    { enabled: enabled && id > 0, staleTime: RULE_HOLDS_MS },
  )

/**
 * Returns whether the user may add, scrape and delete accounts: always for admins, and for members unless their group reserves it
 * to admins.
 */
export function useMayManage(): boolean {
  const user = useSession()?.user
  const always = useIsAdmin() || user?.is_group_admin === true
  const group = useGroup(user?.group_id ?? 0, !always)
  return always || group.data?.members_manage_accounts === true
}
