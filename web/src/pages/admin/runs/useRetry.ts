import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { useReloadRuns } from './queries'

/** Retries failed scrapes. Units that are already being scraped are joined, so that no request is sent twice. */
export function useRetry(call: () => Promise<{ message: string }>, onStarted?: () => void) {
  const reload = useReloadRuns()
  return useMutation({
    mutationFn: call,
    onSuccess: async ({ message }) => {
      toast.info(message)
      onStarted?.()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.retry)),
  })
}
