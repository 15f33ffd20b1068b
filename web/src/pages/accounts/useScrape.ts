import { announceDone, useStartScrape } from '@/components/runs/useStartScrape'
import type { Progress } from '@/components/runs/progress'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import type { PlatformAccounts, Scrape } from './model'
import { useRefreshAccounts } from './useRefreshAccounts'

export function useScrapeAccounts(source: PlatformAccounts, groupId: number | undefined) {
  return useStartScrape({
    control: `${source.platform} of ${groupId ?? 'own group'}`,
    call: () => source.scrapeAll(groupId),
    announce,
    announceEnd: announceDone,
    fallback: ERROR.scrapeAccounts,
    refresh: useRefreshAccounts(source.platform),
  })
}

/** Scrapes one account for new items. */
export function useScrapeAccount(source: PlatformAccounts, accountId: number) {
  return useStartScrape({
    control: `${source.platform} account ${accountId}`,
    call: () => source.refresh(accountId),
    announce,
    announceEnd: announceAccount,
    fallback: ERROR.scrape,
    refresh: useRefreshAccounts(source.platform),
  })
}

function announce({ status, message, found }: Scrape): void {
  if (status === 'processing') toast.info(message)
  else toast.success(found === 0 ? SUCCESS.upToDate : message)
}

function announceAccount(progress: Progress): void {
  const [error] = progress.errors
  if (error !== undefined) toast.error(error)
  else if (progress.itemsNew === 0) toast.success(SUCCESS.upToDate)
  else announceDone(progress)
}
