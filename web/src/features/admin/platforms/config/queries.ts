import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '@/shared/api/client'
import { errorMessage, ApiError } from '@/shared/api/error'
import type { Schema } from '@/shared/api/types'
import { PAGE_SIZE } from '@/shared/constants/business'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
import type { ConfigDocument } from './config'

const PLATFORM_CONFIG = '/api/scraping/config'
const REVISIONS = '/api/scraping/config/revisions'

export type ConfigRevision = Schema<'ConfigRevision'>

/** The version that was read is no longer the last one. */
const CHANGED = 412

export const usePlatformConfig = () => api.useQuery('get', PLATFORM_CONFIG)

/** The changes, the newest first. */
export const useRevisions = (page: number) =>
  api.useQuery(
    'get',
    REVISIONS,
    { params: { query: { page, per_page: PAGE_SIZE.configRevisions } } },
    { placeholderData: keepPreviousData },
  )

type Settings = {
  /** The version that was read; another one since is not overwritten. */
  revision: number
  onSaved: () => void
  /** Why not, in the server's words, which begin with the place. */
  onRefused: (why: string) => void
}

/** Puts what an admin says in the place of all that admins said before. */
export function useSavePlatformConfig({ revision, onSaved, onRefused }: Settings) {
  const queries = useQueryClient()
  const reload = () =>
    Promise.all(
      [PLATFORM_CONFIG, REVISIONS].map((path) => queries.invalidateQueries({ queryKey: ['get', path] })),
    )
  const { mutate, isPending } = api.useMutation('put', PLATFORM_CONFIG, {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.platformConfigSaved)
      onSaved()
    },
    onError: async (error: unknown) => {
      const changed = error instanceof ApiError && error.status === CHANGED
      if (changed) await reload()
      onRefused(changed ? ERROR.platformConfigChanged : errorMessage(error, ERROR.savePlatformConfig))
    },
  })
  return {
    busy: isPending,
    save: (own: ConfigDocument, note: string) =>
      mutate({
        params: { header: { 'If-Match': `"${revision}"` } },
        // The document says of facts no more than that they are an object.
        body: { own: own as Record<string, never>, note },
      }),
  }
}
