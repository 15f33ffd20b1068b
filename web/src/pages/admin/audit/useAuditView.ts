import { useUrlParams } from '@/util/useUrlParams'
import { parseAuditView, withAuditView, type AuditView } from './auditView'

type Filters = Omit<AuditView, 'page'>

/** Page and filters of the audit log, stored in the URL. Typing adds no browser history entries. */
export function useAuditView() {
  const { search, change } = useUrlParams()
  const show = (part: Partial<AuditView>, replace = false) =>
    change((now) => withAuditView(now, { ...parseAuditView(now), ...part }), { replace })
  return {
    view: parseAuditView(search),
    setFilters: (filters: Partial<Filters>) => show({ ...filters, page: 1 }, true),
    setPage: (page: number) => show({ page }),
  }
}
