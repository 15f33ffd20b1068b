import { parseId } from '@/util/ids'
import { idParameter, withParameters } from '@/util/parameters'
import { useAddress } from '@/util/useAddress'

/** The group whose numbers are shown, stored in the URL; admins only. Without one, everything the user may see. */
export function useDashboardView() {
  const { search, change } = useAddress()
  return {
    groupId: parseId(search.get('group')),
    setGroup: (groupId: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(groupId) })),
  }
}
