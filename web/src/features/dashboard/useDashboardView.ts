import { idParameter, withParameters } from '@/shared/address/parameters'
import { useAddress } from '@/shared/address/useAddress'
import { parseId } from '@/shared/lib/ids'

/** The group whose numbers are shown, stored in the URL; admins only. Without one, everything the user may see. */
export function useDashboardView() {
  const { search, change } = useAddress()
  return {
    groupId: parseId(search.get('group')),
    setGroup: (groupId: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(groupId) })),
  }
}
