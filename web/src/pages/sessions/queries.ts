import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client, result } from '@/api/client'
import { ApiError, errorMessage } from '@/api/errors'
import { SCRAPER_POOLS_KEY } from '@/api/scraperPools'
import type { Schema } from '@/api/types'
import { PAGE_SIZE, POLL } from '@/util/constants'
import { textLines } from '@/util/files'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { toast } from '@/util/toast'
import type { SessionState } from './states'

const SESSIONS = '/api/scraping/sessions'
const SESSIONS_KEY = ['get', SESSIONS] as const
const POOL = '/api/scraping/pool'
const POOL_KEY = ['get', POOL] as const

/** A page of the values, with its number and the version of the whole list. */
export type SessionsPage = Schema<'Sessions'> & { page: number; version: string | null }
export type SessionPool = Schema<'SessionPool'>

/** Reads a page of the values; waits until it is known which one. */
export function useSessions(page: number | undefined) {
  return useQuery({
    queryKey: [...SESSIONS_KEY, page],
    enabled: page !== undefined,
    queryFn: async ({ signal }): Promise<SessionsPage> => {
      if (page === undefined) throw new Error('the page is not known yet')
      const query = { page, per_page: PAGE_SIZE.sessions }
      const { data, response } = await client.GET(SESSIONS, { params: { query }, signal })
      return { ...(data as Schema<'Sessions'>), page, version: response.headers.get('etag') }
    },
    placeholderData: keepPreviousData,
    // Session values are secret and do not stay in memory after the screen is left.
    gcTime: 0,
  })
}

/** Refetches the values and the statuses; resolves when they have loaded. */
export function useReloadSessions() {
  const queries = useQueryClient()
  return () =>
    Promise.all([SESSIONS_KEY, POOL_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

export type Added = Schema<'AddedSessions'>

/** Sessions to add, and their set; a blank one is the common set, or that of sessions which are added again. */
export type NewSessions = { text: string; set: string }

const ofSet = (set: string): { query: { session_set?: string } } => ({
  query: set === '' ? {} : { session_set: set },
})

export const addSessions = ({ text, set }: NewSessions): Promise<Added> =>
  result(client.POST('/api/scraping/sessions', { params: ofSet(set), body: { sessions: textLines(text) } }))

/** Sends the text unchanged: the server reads it line by line, so that its size does not matter. */
export const importSessions = ({ text, set }: NewSessions): Promise<Added> =>
  result(
    client.POST('/api/scraping/sessions/bulk', {
      params: ofSet(set),
      body: text,
      bodySerializer: (body) => body,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    }),
  )

/** A file of sessions to add, and their set. */
export type SessionFile = { file: File; set: string }

export const uploadSessions = ({ file, set }: SessionFile): Promise<Added> =>
  result(
    client.POST('/api/scraping/sessions/upload', {
      params: ofSet(set),
      body: { file: file.name },
      bodySerializer: () => {
        const form = new FormData()
        form.append('file', file)
        return form
      },
    }),
  )

/** Status of a deletion whose list has changed meanwhile. */
const LIST_CHANGED = 412

type Deletion<Which, Answer> = {
  call: (which: Which) => Promise<Answer>
  /** Returns the toast after the deletion. */
  done: (answer: Answer) => string
  onClose: () => void
}

/** Deletes sessions and closes the confirmation; if the list has changed meanwhile, shows its current state. */
export function useDeleteSessions<Which, Answer>({ call, done, onClose }: Deletion<Which, Answer>) {
  const reload = useReloadSessions()
  return useMutation({
    mutationFn: call,
    onSuccess: async (answer) => {
      await reload()
      toast.success(done(answer))
      onClose()
    },
    onError: async (error) => {
      const moved = error instanceof ApiError && error.status === LIST_CHANGED
      if (moved) await reload()
      toast.error(moved ? ADMIN_ERROR.sessionsMoved : errorMessage(error, ADMIN_ERROR.deleteSessions))
      onClose()
    },
  })
}

/** Deletes by index in the list with that `version`: if the list has changed, nothing is deleted. */
export const deleteSession = (index: number, version: string | null) =>
  client.DELETE('/api/scraping/sessions/{index}', {
    params: { path: { index }, header: ifMatch(version) },
  })

/** Deletes the list with that `version`, whose sessions the confirmation counted: if it has changed, nothing is deleted. */
export const deleteAllSessions = (version: string | null) =>
  result(client.DELETE('/api/scraping/sessions/all', { params: { header: ifMatch(version) } }))

const ifMatch = (version: string | null) => (version === null ? {} : { 'If-Match': version })

/** Reads the status of the pool and a page of its sessions without their values, optionally filtered by state. */
export const usePool = (page: number, state: SessionState | undefined) =>
  api.useQuery(
    'get',
    POOL,
    { params: { query: { page, per_page: PAGE_SIZE.sessions, ...(state && { state }) } } },
    { refetchInterval: POLL.scrapingStatus, placeholderData: keepPreviousData },
  )

/** Refetches the statuses, without the values: each read of those is recorded. */
export function useReloadPool() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: POOL_KEY })
}

const PROXIES = '/api/scraping/proxies'

export type Proxy = Schema<'Proxy'>

/** Reads the proxies by name, without their credentials. */
export const useProxies = () =>
  api.useQuery('get', PROXIES, undefined, { refetchInterval: POLL.adminOverview })

/** Refetches the proxies, the scraper pools, and the sessions that may use them. */
export function useReloadProxies() {
  const queries = useQueryClient()
  const keys = [['get', PROXIES], SCRAPER_POOLS_KEY, POOL_KEY]
  return () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
