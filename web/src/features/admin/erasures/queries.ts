import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/shared/api/client'

const ERASURES = '/api/admin/erasures'

/** What was erased, the latest first; whose it was is not kept. */
export const useErasures = () => api.useQuery('get', ERASURES)

/** Reads the list again, and what counts the accounts. */
export function useReloadErasures() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [ERASURES, '/api/admin/stats/overview', '/api/admin/scraping/status'].map((path) =>
        queries.invalidateQueries({ queryKey: ['get', path] }),
      ),
    )
}
