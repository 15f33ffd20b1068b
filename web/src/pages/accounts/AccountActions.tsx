import { useDisclosure } from '@mantine/hooks'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { GROUPS_KEY } from '@/api/client'
import { GROUP_KEY } from '@/api/group'
import { errorMessage } from '@/api/errors'
import { IconButton } from '@/components/buttons/IconButton'
import { isDone, resultOf, resultText, type Progress } from '@/components/runs/progress'
import { announceDone, useStartScrape } from '@/components/runs/useStartScrape'
import { ATTENTION_KEY } from '@/util/attention'
import { ERROR, SUCCESS } from '@/util/messages'
import { dialogOnDemand } from '@/util/onDemand'
import { PLATFORMS, type Platform } from '@/util/platform'
import { managedReason } from '@/util/states'
import { toast } from '@/util/toast'
import { deleteConsequence, deleteQuestion } from './accountTexts'
import { addAccounts, deleteAccount, platformKey, scrapeAccount, scrapeAccounts } from './calls'
import type { Account, Scrape } from './model'

const ConfirmDialog = dialogOnDemand(async () => {
  // Requested together, because the one needs the other.
  const [dialogs] = await Promise.all([
    import('@/components/dialogs/Dialogs'),
    import('@/components/dialogs/MantineOverlays'),
  ])
  return dialogs.ConfirmDialog
})

type ScrapeAccountProps = { platform: Platform; account: Pick<Account, 'id' | 'username'> }

export function ScrapeAccount({ platform, account }: ScrapeAccountProps) {
  const { scrape, busy } = useScrapeAccount(platform, account)
  const label = `Scrape new ${PLATFORMS[platform].items}`
  return (
    <IconButton
      icon={IconRefresh}
      label={label}
      name={`${label} of @${account.username}`}
      busy={busy}
      onClick={scrape}
    />
  )
}

type DeleteAccountProps = {
  platform: Platform
  account: Pick<Account, 'id' | 'username' | 'count' | 'group_id' | 'managed_by'>
  onDeleted?: () => void
}

export function DeleteAccount({ platform, account, onDeleted }: DeleteAccountProps) {
  const [confirming, { open, close }] = useDisclosure(false)
  const refresh = useRefreshAccounts(platform)
  const restore = useRestoreAccounts(platform)
  const remove = useMutation({
    mutationFn: () => deleteAccount(platform, account.id),
    onSuccess: () => {
      toast.success(SUCCESS.accountDeleted, () => restore([account]))
      close()
      onDeleted?.()
      refresh()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteAccounts)),
  })
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete account"
        name={`Delete @${account.username}`}
        unavailable={managedReason(account)}
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={deleteQuestion([account])}
        consequence={deleteConsequence(platform, [account])}
        confirm="Delete account"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  )
}

export function useScrapeAccounts(platform: Platform, groupId: number | undefined) {
  return useStartScrape({
    control: `${platform} of ${groupId ?? 'own group'}`,
    call: () => scrapeAccounts(platform, groupId),
    // Otherwise the page shows the progress.
    announce: (scrape) => {
      if (scrape.status === 'completed') announce(scrape)
    },
    announceEnd: announceDone,
    fallback: ERROR.scrapeAccounts,
    refresh: useRefreshAccounts(platform),
  })
}

/** Scrapes one account for new items. It may join a run that reads other accounts too. */
export function useScrapeAccount(platform: Platform, { id, username }: ScrapeAccountProps['account']) {
  return useStartScrape({
    control: `${platform} account ${id}`,
    call: () => scrapeAccount(platform, id),
    announce,
    announceEnd: useCallback((progress: Progress) => announceAccount(progress, username), [username]),
    isDone: (progress) => isDone(progress, username),
    fallback: ERROR.scrape,
    refresh: useRefreshAccounts(platform),
  })
}

function announce({ status, message, found }: Scrape): void {
  if (status === 'processing') toast.info(message)
  else toast.success(found === 0 ? SUCCESS.upToDate : message)
}

function announceAccount({ results }: Progress, username: string): void {
  const result = resultOf(results, username)
  // The account was deleted during the scrape.
  if (result === undefined) return
  const { error, new: itemsNew, updated: itemsUpdated } = result
  if (error != null) toast.error(error)
  else if (itemsNew === 0) toast.success(SUCCESS.upToDate)
  else toast.success(resultText({ total: 1, videos: 0, failed: 0, itemsNew, itemsUpdated }))
}

type Restored = Pick<Account, 'username' | 'group_id'>

/** Undoes a deletion by adding the accounts again, which restores their history. */
export function useRestoreAccounts(platform: Platform): (accounts: Restored[]) => void {
  const refresh = useRefreshAccounts(platform)
  return useMutation({
    // All are of one group: that of the page.
    mutationFn: (accounts: Restored[]) =>
      addAccounts(
        platform,
        accounts.map(({ username }) => username),
        accounts[0]?.group_id,
      ),
    onSuccess: ({ count, message }, accounts) => {
      if (count === accounts.length) toast.success(SUCCESS.restored)
      else toast.error(message)
      refresh()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.restore)),
  }).mutate
}

/** Refetches a platform's lists, what needs attention, and the groups' account counts. */
export function useRefreshAccounts(platform: Platform): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: platformKey(platform) })
    for (const queryKey of [GROUPS_KEY, GROUP_KEY, ATTENTION_KEY, ['get', `/api/${platform}/accounts/gains`]])
      void client.invalidateQueries({ queryKey })
  }, [client, platform])
}
