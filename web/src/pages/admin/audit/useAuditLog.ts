import { keepPreviousData } from '@tanstack/react-query'
import { api } from '@/api/client'
import { scope } from '@/api/scope'
import { PAGE_SIZE } from '@/util/business'
import { beginOf } from '@/util/parameters'
import type { AuditView } from './auditView'

export function useAuditLog({ page, action, user, from, to }: AuditView, groupId: number | undefined) {
  const query = {
    page,
    per_page: PAGE_SIZE.audit,
    ...(action && { action }),
    ...(user && { user }),
    ...scope(groupId),
    ...(from && { from: beginOf(from) }),
    // The last day is included.
    ...(to && { to: beginOf(to, 1) }),
  }
  return api.useQuery(
    'get',
    '/api/admin/audit-log',
    { params: { query } },
    { placeholderData: keepPreviousData },
  )
}
