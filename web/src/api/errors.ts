import { ERROR } from '@/util/messages'

/** A call that failed on the server, or that never reached it (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError'

  constructor(
    readonly status: number,
    /** The server's error text, if there is one. */
    readonly detail: string | undefined,
    /** The stable error code of the response body, if there is one. */
    readonly code?: string | undefined,
    /** Names the request in the server's log. */
    readonly requestId?: string | undefined,
  ) {
    super(detail ?? `HTTP ${status}`)
  }
}

/** Reads the error body `{"error": "<text>"}` of a failed call. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const field = (name: string): string | undefined => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const requestId = response.headers.get('x-request-id') ?? undefined
  return new ApiError(response.status, field('error'), field('code'), requestId)
}

/** The actions in the catalog's texts that have the same result if they are done twice. */
const REPEATABLE = new Set(['copy', 'download', 'export', 'log', 'retry', 'scrape'])

/**
 * Returns the text for a call without a response; `fallback` is the catalog's text for the failed action. Only the response may have
 * been lost, so a change may have been made.
 */
function unanswered(fallback: string): string {
  if (fallback === ERROR.load) return ERROR.offline
  const action = fallback === ERROR.scrape ? 'scrape' : /Failed to (\w+)/.exec(fallback)?.[1]
  if (action === undefined) return fallback
  return `${ERROR.offline} ${REPEATABLE.has(action) ? 'Try again.' : ERROR.checkFirst}`
}

export const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** Whether a call has no response: the browser's error of the network, or the time limit. */
export const isUnanswered = (error: unknown) => error instanceof TypeError || isTimeout(error)

/** Returns the text to show for a failed call: fixed texts for 403 and 500, else the server's text, else `fallback`. */
export function errorMessage(error: unknown, fallback: string): string {
  if (isUnanswered(error)) return unanswered(fallback)
  if (!(error instanceof ApiError)) return fallback
  if (error.status === 403) return ERROR.forbidden
  if (error.status === 500) return ERROR.server
  return error.detail ?? fallback
}
