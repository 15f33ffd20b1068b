import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '@/shared/api/client'
import { errorMessage, ApiError } from '@/shared/api/error'
import type { Schema } from '@/shared/api/types'
import { PAGE_SIZE } from '@/shared/constants/business'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
import type { Facts } from './facts'

const FACTS = '/api/scraping/facts'
const VERSIONS = '/api/scraping/facts/versions'

export type FactsChange = Schema<'FactsChange'>

/** The version that was read is no longer the last one. */
const CHANGED = 412

export const useFacts = () => api.useQuery('get', FACTS)

/** The changes, the newest first. */
export const useVersions = (page: number) =>
  api.useQuery(
    'get',
    VERSIONS,
    { params: { query: { page, per_page: PAGE_SIZE.factsVersions } } },
    { placeholderData: keepPreviousData },
  )

type Settings = {
  /** The version that was read; another one since is not overwritten. */
  version: number
  onSaved: () => void
  /** Why not, in the server's words, which begin with the place. */
  onRefused: (why: string) => void
}

/** Puts what an admin says in the place of all that admins said before. */
export function useSaveFacts({ version, onSaved, onRefused }: Settings) {
  const queries = useQueryClient()
  const reload = () =>
    Promise.all([FACTS, VERSIONS].map((path) => queries.invalidateQueries({ queryKey: ['get', path] })))
  const { mutate, isPending } = api.useMutation('put', FACTS, {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.factsSaved)
      onSaved()
    },
    onError: async (error: unknown) => {
      const changed = error instanceof ApiError && error.status === CHANGED
      if (changed) await reload()
      onRefused(changed ? ERROR.factsChanged : errorMessage(error, ERROR.saveFacts))
    },
  })
  return {
    busy: isPending,
    save: (own: Facts, note: string) =>
      mutate({
        params: { header: { 'If-Match': `"${version}"` } },
        // The document says of facts no more than that they are an object.
        body: { own: own as Record<string, never>, note },
      }),
  }
}
