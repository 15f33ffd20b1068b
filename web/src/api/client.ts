import { useMutation, useQuery } from '@tanstack/react-query'
import createFetchClient, { type Middleware } from 'openapi-fetch'
import type { OpenapiQueryClient } from 'openapi-react-query'
import { DELAY } from '@/util/constants'
import { readError } from './errors'
import type { paths } from './schema'
import { session } from './session'
import { traceparent } from './traceparent'

const LOGIN_PATH = '/api/auth/login'

/** Sends the token and begins a trace; the only place where a failed call becomes an error and a 401 ends the session. */
const authentication: Middleware = {
  onRequest({ request }) {
    const token = session.get()?.token
    // A share link is checked with its own token.
    if (token && !request.headers.has('authorization'))
      request.headers.set('authorization', `Bearer ${token}`)
    request.headers.set('traceparent', traceparent())
    return request
  },
  async onResponse({ response, schemaPath, request }) {
    if (response.ok || response.status === 304) return
    const stillSignedIn = request.headers.get('authorization') === `Bearer ${session.get()?.token}`
    if (response.status === 401 && schemaPath !== LOGIN_PATH && stillSignedIn) session.expire()
    const error = await readError(response)
    const current = session.get()
    if (error.code === 'password_change_required' && stillSignedIn && current)
      session.start({ ...current, must_change_password: true })
    throw error
  },
}

/**
 * Ends a read that gets no response in time: a server that hangs would otherwise look healthy. Changes and exports may take longer, such
 * as adding thousands of accounts.
 */
async function fetchInTime(request: Request): Promise<Response> {
  if (request.method !== 'GET' || request.url.includes('/export')) return fetch(request)
  const late = new AbortController()
  const end = () => late.abort(new DOMException('The server did not respond in time', 'TimeoutError'))
  const timer = setTimeout(end, DELAY.readTimeout)
  const signal = AbortSignal.any([request.signal, late.signal])
  try {
    return await (takeFirstRead(request, signal) ?? fetch(request, { signal }))
  } finally {
    clearTimeout(timer)
  }
}

declare global {
  /** What `app/theme-init.js` has sent before the app was loaded. */
  var firstRead:
    { url: string; authorization: string; sentAt: number; response: Promise<Response> } | undefined
}

/** Returns the response to the same read by the same user, once. Within the timeout, such a read is the screen's first. */
function takeFirstRead({ url, headers }: Request, signal: AbortSignal): Promise<Response> | undefined {
  const sent = globalThis.firstRead
  if (signal.aborted || sent?.url !== url || sent.authorization !== headers.get('authorization'))
    return undefined
  globalThis.firstRead = undefined
  if (performance.now() - sent.sentAt >= DELAY.readTimeout) return undefined
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([sent.response, aborted])
}

/** Calls the API with typed paths and bodies. A failed call throws an `ApiError`. */
export const client = createFetchClient<paths>({ fetch: fetchInTime })
client.use(authentication)

/** Returns the response body of a call. */
export async function result<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await call
  // The middleware has already thrown if the call failed, so this is the declared response.
  return data as Body
}

type Send = (path: string, init?: object) => Promise<{ data?: unknown }>

const sendBy = (method: string): Send => Reflect.get(client, method.toUpperCase())

const queryOptions = (method: string, path: string, init?: object, options?: object) => ({
  queryKey: init === undefined ? [method, path] : [method, path, init],
  // A query must not return `undefined`, which is the body of an empty response.
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await result(sendBy(method)(path, { signal, ...init }))) ?? null,
  ...options,
})

const useApiQuery = (method: string, path: string, init?: object, options?: object) =>
  useQuery(queryOptions(method, path, init, options))

const useApiMutation = (method: string, path: string, options?: object) =>
  useMutation({
    mutationKey: [method, path],
    mutationFn: (init: object) => result(sendBy(method)(path, init)),
    ...options,
  })

/**
 * Wraps the client in queries and mutations, keyed by `[method, path, parameters]`. Only the types are those of `openapi-react-query`,
 * whose code would add suspense and endless lists to the first load.
 */
export const api = {
  queryOptions,
  useQuery: useApiQuery,
  useMutation: useApiMutation,
} as unknown as Pick<OpenapiQueryClient<paths>, 'queryOptions' | 'useQuery' | 'useMutation'>

/** Returns the `group_id` parameter of a call; omitted without a chosen group. */
export function scope(groupId: number | undefined): { group_id?: number } {
  return groupId === undefined ? {} : { group_id: groupId }
}

const GROUPS = '/api/groups'

/** Reads all client groups; admins only. */
export const useGroups = (options?: { enabled: boolean }) => api.useQuery('get', GROUPS, undefined, options)
export const GROUPS_KEY = ['get', GROUPS]
