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
  const value = search.get(GROUP)
  const set = (text: string) => change((now) => withParameters(now, { [GROUP]: text, page: '' }))
  return {
    groupId: admin ? parseId(value) : value === ALL ? undefined : own,
    showGroup: (id: number | undefined) => set(idParameter(id)),
    /** Undefined if the user belongs to no group. */
    own:
      own === undefined
        ? undefined
        : { shown: value !== ALL, show: (shown: boolean) => set(shown ? '' : ALL) },
  }
}

/** Returns the parameters of another tab, for the same group. */
export function withScope(search: URLSearchParams, now: URLSearchParams): URLSearchParams {
  return withParameters(search, { [GROUP]: now.get(GROUP) ?? '' })
}
