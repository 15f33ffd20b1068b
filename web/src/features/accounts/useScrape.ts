import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { errorMessage } from '@/shared/api/error'
import { DELAY } from '@/shared/constants/business'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
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

/** Says how a scrape went; the lists are read again shortly after. */
function useScrape(source: PlatformAccounts, scrape: () => Promise<Scrape>, fallback: string) {
  const refresh = useRefreshAccounts(source.platform)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMutation({
    mutationFn: scrape,
    onSuccess: announce,
    onError: (error) => toast.error(errorMessage(error, fallback)),
    onSettled: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(refresh, DELAY.afterScrape)
    },
  })
}

function announce({ status, message, found }: Scrape): void {
  if (status === 'processing') toast.info(message)
  else toast.success(found === 0 ? SUCCESS.upToDate : message)
}
