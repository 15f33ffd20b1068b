import { idParameter, withParameters } from '@/shared/address/parameters'
import { useAddress } from '@/shared/address/useAddress'
import { parseTab, parseView, searchOf } from './view'

/** Tab and client group of the Admin Dashboard, kept in the address. */
export function useAdminView() {
  const { search, change } = useAddress()
  return {
    ...parseView(search),
    setTab: (tab: string | null) => change((now) => searchOf({ ...parseView(now), tab: parseTab(tab) })),
    /** What else the audit log is narrowed to stays; its pages are others. */
    setGroup: (group: number | undefined) =>
      change((now) => withParameters(now, { group: idParameter(group), page: '' })),
  }
}
