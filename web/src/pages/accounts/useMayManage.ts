import { useGroup } from '@/api/group'
import { useIsAdmin, useSession } from '@/api/session'

/** A group's rule and limits change rarely, and the server enforces them anyway. */
export const RULE_HOLDS_MS = 60_000

/**
 * Returns whether the user may add, scrape and delete accounts: always for admins, and for members unless their group reserves it
 * to admins.
 */
export function useMayManage(): boolean {
  const user = useSession()?.user
  const always = useIsAdmin() || user?.is_group_admin === true
  const id = user?.group_id ?? 0
  const group = useGroup(id, { enabled: !always && id > 0, staleTime: RULE_HOLDS_MS })
  return always || group.data?.members_manage_accounts === true
}
