import { useSearchParams } from 'react-router'
import { parseAuditView, withAuditView, type AuditView } from './auditView'

/** The page and the filters of the audit log, kept in the address. What is typed does not fill the browser's history. */
export function useAuditView() {
  const [search, setSearch] = useSearchParams()
  return {
    view: parseAuditView(search),
    show: (view: AuditView, replace = false) =>
      setSearch(withAuditView(search, view), { replace, preventScrollReset: true }),
  }
}
