import { QueryCache, QueryClient } from '@tanstack/react-query'
import { connection, outageText } from '@/api/connection'
import { ApiError, errorMessage } from '@/api/errors'
import { session } from '@/api/session'
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
      if (error instanceof ApiError && (error.status === 403 || error.status === 500))
        toast.error(errorMessage(error, ERROR.load), READ_TOAST)
    },
  }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError && FINAL.has(error.status)),
      refetchOnWindowFocus: false,
    },
  },
})

// Cached data of one user must not remain in memory for the next, however the session ended.
session.subscribe(() => {
  if (session.get()) {
    void queryClient.resetQueries()
    return
  }
  void queryClient.cancelQueries()
  queryClient.clear()
})
