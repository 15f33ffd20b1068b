import { idParameter, parseId, withParameters } from './urlParams'
import { useUrlParams } from './useUrlParams'

/** Keeps the group whose numbers are shown in the URL; admins only. Without one, everything the user may see. */
export function useGroupParam() {
  const { search, change } = useUrlParams()
  return {
    groupId: parseId(search.get('group')),
    setGroup: (groupId: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(groupId) })),
  }
}
