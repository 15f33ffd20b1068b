import { parseSort, withSort, type Sort } from '@/table/sort'
import { parsePage } from '@/util/pagination'
import { idParameter, pageParameter, parseId, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'
import { ACCOUNT_SORTS } from './accountsQuery'

/** Keeps the chosen group, and the filters, order and page of its accounts in the URL. */
export function useAccountsView() {
  const { search, change } = useUrlParams()
  const set = (parameters: Record<string, string>, replace = false) =>
    change((now) => withParameters(now, parameters), { replace })
  const pick = (group: number | undefined, kept: Record<string, string> = {}) =>
    change(() => withParameters(new URLSearchParams(), { group: idParameter(group), ...kept }), {
      toTop: true,
    })
  const status = search.get('status') ?? ''
  return {
    groupId: parseId(search.get('group')),
    /** Scrape status by which the accounts are filtered; empty for all. */
    status,
    showAll: () => set({ status: '', q: '', page: '' }),
    /** Part of the usernames by which the accounts are filtered; empty for all. */
    name: search.get('q') ?? '',
    setName: (q: string) => set({ q, page: '' }, true),
    sort: parseSort(search, ACCOUNT_SORTS),
    setSort: (sort: Sort | undefined) => change((now) => withParameters(withSort(now, sort), { page: '' })),
    /** The status filter is kept while a group is picked. Without a group, all of them are listed. */
    pickGroup: (id: number | undefined) => pick(id, { status }),
    leaveGroup: () => pick(undefined),
    /** Only some platforms have single videos. */
    shows: search.get('view') === 'videos' ? ('videos' as const) : ('accounts' as const),
    showVideos: (videos: boolean) => set({ view: videos ? 'videos' : '', page: '' }),
    /** Page of the accounts, or of the single videos. */
    page: parsePage(search.get('page')),
    setPage: (page: number) =>
      change((now) => withParameters(now, { page: pageParameter(page) }), { toTop: true }),
  }
}
