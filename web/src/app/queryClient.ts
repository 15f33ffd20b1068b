import { focusManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { connection, outageText } from '@/api/connection'
import { ApiError, errorMessage, isTimeout } from '@/api/errors'
import { session } from '@/api/session'
import { unlessShown } from '@/api/shownErrors'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'

/** Shared toast ID for reads, so that several failing polls do not show several toasts. */
const READ_TOAST = 'read-failed'

/** Error statuses that a retry cannot change. */
const FINAL = new Set([401, 403, 404])

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      const outage = outageText(error)
      if (outage !== undefined) connection.lost(outage)
      const refused =
        error instanceof ApiError && error.status === 403 && error.code !== 'password_change_required'
      if (refused || (error instanceof ApiError && error.status === 500))
        unlessShown(error, () => toast.error(errorMessage(error, ERROR.load), READ_TOAST))
    },
  }),
  defaultOptions: {
    // By default, calls wait without an error while the browser believes that it is offline, and changes are sent later, even if they were
    // canceled. A server on the same computer needs no network.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) =>
        failures < 1 && !isTimeout(error) && !(error instanceof ApiError && FINAL.has(error.status)),
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always' },
  },
})

let user = session.get()?.user.id

// Cached data of one user must not remain in memory for the next. After an expired session, the page stays for its user to
// continue: its data are kept, and not polled.
session.subscribe(() => {
  const expired = session.expired() !== undefined
  focusManager.setFocused(expired ? false : undefined)
  if (expired) {
    void queryClient.cancelQueries()
    return
  }
  const before = user
  user = session.get()?.user.id
  if (user === undefined) {
    void queryClient.cancelQueries()
    queryClient.clear()
  } else if (user === before) void queryClient.invalidateQueries()
  else void queryClient.resetQueries()
})
