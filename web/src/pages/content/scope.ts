import { api } from '@/api/client'
import { useIsAdmin, useSession } from '@/api/session'
import { idParameter, parseId, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

const GROUP = 'group'
/** Value with which members see the content of all groups. */
const ALL = 'all'

/**
 * Keeps in the URL whose content is shown: for admins, that of one group or of all; for members, that of their group or of all, as
 * far as the platform's settings allow.
 */
export function useContentScope() {
  const { search, change } = useUrlParams()
  const admin = useIsAdmin()
  const own = useSession()?.user.group_id ?? undefined
  // `useTimeZone` polls it.
  const me = api.useQuery('get', '/api/auth/me', undefined, { enabled: !admin, staleTime: Infinity })
  const value = search.get(GROUP)
  // The address may be that of a view which was left, saved or shared before the settings were changed.
  const seesAll = me.data?.sees_all_content !== false
  const showsAll = seesAll && value === ALL
  const set = (text: string) => change((now) => withParameters(now, { [GROUP]: text, page: '' }))
  return {
    groupId: admin ? parseId(value) : showsAll ? undefined : own,
    showGroup: (id: number | undefined) => set(idParameter(id)),
    /** Undefined if the user belongs to no group, or may only see that of their own. */
    own:
      own === undefined || !seesAll
        ? undefined
        : { shown: !showsAll, show: (shown: boolean) => set(shown ? '' : ALL) },
  }
}

/** Returns the parameters of another tab, for the same group. */
export function withScope(search: URLSearchParams, now: URLSearchParams): URLSearchParams {
  return withParameters(search, { [GROUP]: now.get(GROUP) ?? '' })
}
