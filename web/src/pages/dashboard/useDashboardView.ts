import { idParameter, parseId, withParameters } from '@/util/urlParams'
import { useUrlParams } from '@/util/useUrlParams'

/** The group whose numbers are shown, stored in the URL; admins only. Without one, everything the user may see. */
export function useDashboardView() {
  const { search, change } = useUrlParams()
  return {
    groupId: parseId(search.get('group')),
    setGroup: (groupId: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(groupId) })),
  }
}
