import { keepPreviousData } from '@tanstack/react-query'
import { api, scope } from '@/api/client'
import { PAGE_SIZE } from '@/util/constants'
import { startOfDay } from '@/util/urlParams'
import type { AuditView } from './auditView'

export function useAuditLog({ page, action, user, from, to }: AuditView, groupId: number | undefined) {
  const query = {
    page,
    per_page: PAGE_SIZE.audit,
    ...(action && { action }),
    ...(user && { user }),
    ...scope(groupId),
    ...(from && { from: startOfDay(from) }),
    // The last day is included.
    ...(to && { to: startOfDay(to, 1) }),
  }
  return api.useQuery(
    'get',
    '/api/admin/audit-log',
    { params: { query } },
    { placeholderData: keepPreviousData },
  )
}
