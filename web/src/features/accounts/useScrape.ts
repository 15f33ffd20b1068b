import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
import { useFollowRuns } from '@/shared/runs/useFollowRuns'
import type { PlatformAccounts, Scrape } from './model'
import { useRefreshAccounts } from './useRefreshAccounts'

/** Scrapes all accounts of a group on a platform. */
export function useScrapeAccounts(source: PlatformAccounts, groupId: number | undefined) {
  return useScrape(source, () => source.scrapeAll(groupId), ERROR.scrapeAccounts)
}

/** Looks for new items of one account. */
export function useScrapeAccount(source: PlatformAccounts, accountId: number) {
  return useScrape(source, () => source.refresh(accountId), ERROR.scrape)
}

/** Says how a scrape went and how far it is; the lists are read again shortly after it began, and when it ended. */
function useScrape(source: PlatformAccounts, call: () => Promise<Scrape>, fallback: string) {
  const { progress, follow } = useFollowRuns(useRefreshAccounts(source.platform))
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: (scrape) => {
      announce(scrape)
      follow(scrape.status === 'processing' ? scrape.runIds : [])
    },
    onError: (error) => {
      toast.error(errorMessage(error, fallback))
      follow([])
    },
  })
  return { scrape: () => mutate(), busy: isPending || progress !== undefined, progress }
}

function announce({ status, message, found }: Scrape): void {
  if (status === 'processing') toast.info(message)
  else toast.success(found === 0 ? SUCCESS.upToDate : message)
}
