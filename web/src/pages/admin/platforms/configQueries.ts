import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/client'
import { ApiError, errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { PAGE_SIZE } from '@/util/constants'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { toast } from '@/util/toast'
import type { ConfigDocument } from './config'

const PLATFORM_CONFIG = '/api/scraping/config'
const REVISIONS = '/api/scraping/config/revisions'

export type ConfigRevision = Schema<'ConfigRevision'>

/** The error status when the revision that was read is no longer the latest. */
const CHANGED = 412

export const usePlatformConfig = () => api.useQuery('get', PLATFORM_CONFIG)

/** Reads the revisions, newest first. */
export const useRevisions = (page: number) =>
  api.useQuery(
    'get',
    REVISIONS,
    { params: { query: { page, per_page: PAGE_SIZE.configRevisions } } },
    { placeholderData: keepPreviousData },
  )

type Settings = {
  /** The revision that was read; a newer one is not overwritten. */
  revision: number
  onSaved: () => void
  /** The server's error text, which begins with the path of the invalid value. */
  onRefused: (why: string) => void
}

/** Replaces all of the admins' overrides. */
export function useSavePlatformConfig({ revision, onSaved, onRefused }: Settings) {
  const queries = useQueryClient()
  const reload = () =>
    Promise.all(
      [PLATFORM_CONFIG, REVISIONS].map((path) => queries.invalidateQueries({ queryKey: ['get', path] })),
    )
  const { mutate, isPending } = api.useMutation('put', PLATFORM_CONFIG, {
    onSuccess: async () => {
      await reload()
      toast.success(ADMIN_SUCCESS.platformConfigSaved)
    },
    onError: async (error: unknown) => {
      const changed = error instanceof ApiError && error.status === CHANGED
      if (changed) await reload()
      onRefused(
        changed ? ADMIN_ERROR.platformConfigChanged : errorMessage(error, ADMIN_ERROR.savePlatformConfig),
      )
    },
  })
  return {
    busy: isPending,
    save: (own: ConfigDocument, note: string) =>
      mutate(
        {
          params: { header: { 'If-Match': `"${revision}"` } },
          // The OpenAPI document types the configuration only as an object.
          body: { own: own as Record<string, never>, note },
        },
        // Not called after the dialog was closed.
        { onSuccess: onSaved },
      ),
  }
}
