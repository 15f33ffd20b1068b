import { idParameter, withParameters } from '@/shared/address/parameters'
import { useAddress } from '@/shared/address/useAddress'
import { parseId } from '@/shared/lib/ids'

/** Whose numbers are shown, kept in the address: an admin's choice of a group. Without one, all that the user may see. */
export function useDashboardView() {
  const { search, change } = useAddress()
  return {
    groupId: parseId(search.get('group')),
    setGroup: (groupId: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(groupId) })),
  }
}
