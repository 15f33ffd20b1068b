import { useQueryClient } from '@tanstack/react-query'
import { api, scope } from './client'

const SHARE_LINKS = '/api/share-links'

/** Reads the share links of a group, the newest first. */
export const useShareLinks = (groupId: number) =>
  api.useQuery('get', SHARE_LINKS, { params: { query: scope(groupId) } })

/** Refetches the share links. */
export function useReloadShareLinks() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['get', SHARE_LINKS] })
}
