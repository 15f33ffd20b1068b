import { openHistory } from '@/charts/historyUrl'
import { withSort } from '@/table/sort'
import { parsePage } from '@/util/pagination'
import { idParameter, pageParameter, parseId, withParameters } from '@/util/urlParams'
import { useUrlParams } from '@/util/useUrlParams'

/** Keeps the chosen group and the account whose items are open in the URL. */
export function useAccountsView() {
  const { search, change } = useUrlParams()
  const set = (parameters: Record<string, string>) => change((now) => withParameters(now, parameters))
  const pick = (group: number | undefined, kept: Record<string, string> = {}) =>
    change(() => withParameters(new URLSearchParams(), { group: idParameter(group), ...kept }), {
      toTop: true,
    })
  const status = search.get('status') ?? ''
  return {
    groupId: parseId(search.get('group')),
    accountId: parseId(search.get('account')),
    /** While a history is open, it replaces the items. */
    historyOpen: openHistory(search) !== undefined,
    /** Scrape status by which the accounts are filtered; empty for all. */
    status,
    showAll: () => set({ status: '' }),
    /** The status filter is kept while a group is picked. */
    pickGroup: (id: number) => pick(id, { status }),
    leaveGroup: () => pick(undefined),
    /** Only some platforms have single videos. */
    shows: search.get('view') === 'videos' ? ('videos' as const) : ('accounts' as const),
    showVideos: (videos: boolean) => set({ view: videos ? 'videos' : '', page: '' }),
    /** Page of the single videos. */
    page: parsePage(search.get('page')),
    setPage: (page: number) => set({ page: pageParameter(page) }),
    openAccount: (id: number) => set({ account: idParameter(id) }),
    /** Also clears the sort order of its items. */
    closeAccount: () => change((now) => withSort(withParameters(now, { account: '' }), undefined)),
  }
}
