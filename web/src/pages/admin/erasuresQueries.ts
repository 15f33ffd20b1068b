import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/client'

const ERASURES = '/api/admin/erasures'

/** Erasures, latest first; the erased handle is not stored. */
export const useErasures = () => api.useQuery('get', ERASURES)

/** Refetches the erasures and all queries that count accounts. */
export function useReloadErasures() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [ERASURES, '/api/admin/stats/overview', '/api/admin/scraping/status'].map((path) =>
        queries.invalidateQueries({ queryKey: ['get', path] }),
      ),
    )
}
