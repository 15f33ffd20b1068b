import { useIsMutating, useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/shared/api/error'
import { toast } from '@/shared/lib/toast'
import type { Progress } from './progress'
import { useFollowRuns } from './useFollowRuns'

/** How a scrape that somebody asked for went so far; `runIds` name what goes on in the background. */
type ScrapeResponse = {
  status: 'completed' | 'processing'
  runIds: string[]
  /** Why platforms are not read now. */
  waiting?: { message: string }[]
}

type Settings<Scrape extends ScrapeResponse> = {
  /** Names what was pressed, among all that start a scrape. */
  control: string
  call: () => Promise<Scrape>
  /** Says how it went by the time of the answer. */
  announce: (scrape: Scrape) => void
  /** Says what came of it when it went on in the background. Always the same function. */
  announceEnd: (progress: Progress) => void
  /** What is said when it failed without a word. */
  fallback: string
  /** Reads again what a scrape changes. */
  refresh: () => void
}

/** Starts a scrape and shows how far it is, also on coming back to the screen that it was started on. */
export function useStartScrape<Scrape extends ScrapeResponse>({
  control,
  call,
  announce,
  announceEnd,
  fallback,
  refresh,
}: Settings<Scrape>) {
  const { progress, follow } = useFollowRuns({ control, refresh, onEnd: announceEnd })
  const mutationKey = ['scrape', control]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: call,
    onSuccess: (scrape) => {
      const waits = scrape.waiting ?? []
      for (const { message } of waits) toast.info(message)
      if (waits.length === 0) announce(scrape)
      follow(scrape.status === 'processing' ? scrape.runIds : [])
    },
    onError: (error) => {
      toast.error(errorMessage(error, fallback))
      follow([])
    },
  })
  // The answer may have been on its way when the screen was left.
  const starting = useIsMutating({ mutationKey }) > 0
  return { scrape: () => mutate(), busy: starting || progress !== undefined, progress }
}
