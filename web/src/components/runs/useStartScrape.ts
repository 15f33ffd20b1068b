import { useIsMutating, useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { toast } from '@/util/toast'
import type { Progress } from './progress'
import { useFollowRuns } from './useFollowRuns'

/** Response to starting a scrape; `runIds` are the runs still in progress. */
type ScrapeResponse = {
  status: 'completed' | 'processing'
  runIds: string[]
  /** Reasons why platforms are not scraped now. */
  waiting?: { message: string }[]
}

type Settings<Scrape extends ScrapeResponse> = {
  /** Unique name of the control that starts the scrape. */
  control: string
  call: () => Promise<Scrape>
  /** Announces the state at the time of the response. */
  announce: (scrape: Scrape) => void
  /** Announces the result of a scrape that continued in the background. Must be a stable function. */
  announceEnd: (progress: Progress) => void
  /** Error text if the server gives none. */
  fallback: string
  /** Refetches the data that a scrape changes. */
  refresh: () => void
}

/** Starts a scrape and shows its progress, even after returning to the screen. */
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
  // The request may have been pending when the screen was left.
  const starting = useIsMutating({ mutationKey }) > 0
  return { scrape: () => mutate(), busy: starting || progress !== undefined, progress }
}
