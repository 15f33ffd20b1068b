import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { GROUPS_KEY } from '@/api/client'
import type { Platform } from '@/util/platform'
import { platformKey } from './keys'

/** Refetches a platform's lists and the groups' account counts. */
export function useRefreshAccounts(platform: Platform): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: platformKey(platform) })
    void client.invalidateQueries({ queryKey: GROUPS_KEY })
  }, [client, platform])
}
