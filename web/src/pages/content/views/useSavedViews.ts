import { api, scope } from '@/api/client'
import { useIsAdmin } from '@/api/session'
import { useToday } from '@/util/time/usePeriod'
import { useUrlParams } from '@/util/url/useUrlParams'
import { useContentScope } from '@/pages/content/scope'
import { movedQuery, shownView, toQuery, toSearch, type SavedView } from './savedView'

export const VIEWS = '/api/views'
export const PAGE = 'content'

/** Others change shared views rarely. */
const HOLDS_MS = 60_000

/** Returns the user's views, those shared with the group, and the one that is shown. */
export function useSavedViews() {
  const { search, change } = useUrlParams()
  const today = useToday()
  const admin = useIsAdmin()
  const { groupId } = useContentScope()
  const query = { page: PAGE, ...scope(admin ? groupId : undefined) } as const
  const views = api.useQuery('get', VIEWS, { params: { query } }, { staleTime: HOLDS_MS }).data?.views ?? []
  return {
    views,
    shown: shownView(views, search, today, admin),
    /** Whether the page shows anything but its default. */
    isChanged: search.size > 0,
    show: (view: SavedView) => change(() => toSearch(view, today, admin), { toTop: true }),
    reset: () => change(() => new URLSearchParams(), { toTop: true }),
    /** Returns the query string of a view that is shared from now on, or no longer. */
    moved: (view: SavedView, share: boolean) => movedQuery(view, share, admin),
    /** Returns the query string of what is shown. */
    query: (isShared: boolean) => toQuery(search, today, isShared),
  }
}
