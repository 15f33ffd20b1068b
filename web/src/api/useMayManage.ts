import { useGroup } from './group'
import { useIsAdmin, useIsGroupAdmin, useIsViewer, useSession } from './session'

/** A group's rule and limits change rarely, and the server enforces them anyway. */
const RULE_HOLDS_MS = 60_000

/** Reads the group whose accounts are shown: the chosen one, or the user's own. */
export function useShownGroup(groupId: number | undefined) {
  const own = useSession()?.user.group_id
  const viewer = useIsViewer()
  const id = groupId ?? own ?? 0
  return useGroup(id, { enabled: id > 0 && !viewer, staleTime: RULE_HOLDS_MS })
}

/**
 * Returns whether the user may add, scrape and delete accounts: always for admins, and for members unless their group reserves it
 * to admins. False for users without a group.
 */
export function useMayManage(): boolean {
  const [admin, groupAdmin] = [useIsAdmin(), useIsGroupAdmin()]
  const always = admin || groupAdmin
  const viewer = useIsViewer()
  const id = useSession()?.user.group_id ?? 0
  const group = useGroup(id, { enabled: !always && id > 0 && !viewer, staleTime: RULE_HOLDS_MS })
  return always || group.data?.members_manage_accounts === true
}
