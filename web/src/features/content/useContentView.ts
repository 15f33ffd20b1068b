import { useSearchParams } from 'react-router'
import { parsePage } from '@/shared/lib/pagination'
import type { Platform } from '@/shared/lib/platform'

type View = { tab: Platform; page: number }

/** Tab and page of All Content Data, kept in the address; defaults are left out of it. */
export function useContentView() {
  const [search, setSearch] = useSearchParams()
  const view: View = {
    tab: search.get('tab') === 'tiktok' ? 'tiktok' : 'instagram',
    page: parsePage(search.get('page')),
  }
  const show = ({ tab, page }: View) =>
    setSearch({ ...(tab === 'tiktok' ? { tab } : {}), ...(page > 1 ? { page: String(page) } : {}) })
  return {
    ...view,
    setTab: (tab: string | null) => show({ tab: tab === 'tiktok' ? 'tiktok' : 'instagram', page: 1 }),
    setPage: (page: number) => {
      show({ tab: view.tab, page })
      window.scrollTo({ top: 0 })
    },
  }
}
