import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { HistoryDrawer } from '@/charts/HistoryDrawer'
import { RunsProgress } from '@/components/runs/RunsProgress'
import { POLL } from '@/util/constants'
import { AccountsActions } from './AccountsActions'
import { AccountsGrid } from './AccountsGrid'
import { AccountsHeader } from './AccountsHeader'
import { AddAccountButton } from './AddAccountButton'
import { AddAccountsDialog } from './AddAccountsDialog'
import { AddVideosDialog } from './AddVideosDialog'
import { ItemsDrawer } from './ItemsDrawer'
import { ManagedNotice } from './ManagedNotice'
import type { PlatformAccounts } from './model'
import { SelectionActions } from './SelectionActions'
import { StatusNotice } from './StatusNotice'
import { TiktokTabs } from './TiktokTabs'
import { useAccountsView } from './useAccountsView'
import { useItemOf } from './useItemOf'
import { useMayManage } from './useMayManage'
import { useScrapeAccounts } from './useScrape'
import { useSelection } from './useSelection'

type Props = { source: PlatformAccounts; groupId?: number }

/** The accounts of one group on one platform; on TikTok, also its single videos. */
export function AccountsView({ source, groupId }: Props) {
  const { platform } = source
  const { shows, status } = useAccountsView()
  const accounts = useQuery({
    ...source.accounts(groupId),
    refetchInterval: POLL.accounts,
    select: (all) => (status === '' ? all : all.filter((account) => account.status === status)),
  })
  const mayManage = useMayManage()
  const selection = useSelection(accounts.data)
  const { scrape, busy, progress } = useScrapeAccounts(source, groupId)
  const [adding, dialog] = useDisclosure(false)
  const [addingVideos, videosDialog] = useDisclosure(false)
  const itemOf = useItemOf(source, groupId)
  const listed = (platform === 'instagram' || shows === 'accounts') && (accounts.data?.length ?? 0) > 0
  const actions =
    selection.on && listed ? (
      <SelectionActions source={source} groupId={groupId} selection={selection} />
    ) : (
      <AccountsActions
        platform={platform}
        scraping={busy}
        onScrape={scrape}
        onAdd={dialog.open}
        onAddVideos={videosDialog.open}
        onSelect={listed && selection.possible ? selection.start : undefined}
      />
    )
  const grid = (
    <>
      {status !== '' && listed && <StatusNotice count={accounts.data?.length ?? 0} />}
      {selection.on && selection.managed > 0 && <ManagedNotice count={selection.managed} />}
      <AccountsGrid
        source={source}
        accounts={accounts}
        selection={selection}
        mayManage={mayManage}
        addFirst={mayManage && <AddAccountButton onClick={dialog.open} />}
      />
    </>
  )
  return (
    <>
      <AccountsHeader
        platform={platform}
        groupId={groupId}
        accounts={accounts.data}
        actions={mayManage && actions}
      />
      {progress && <RunsProgress progress={progress} />}
      {platform === 'tiktok' ? (
        <TiktokTabs groupId={groupId} accounts={grid} mayManage={mayManage} onAdd={videosDialog.open} />
      ) : (
        grid
      )}
      <AddAccountsDialog source={source} groupId={groupId} opened={adding} onClose={dialog.close} />
      <AddVideosDialog groupId={groupId} opened={addingVideos} onClose={videosDialog.close} />
      <ItemsDrawer source={source} accounts={accounts.data} mayManage={mayManage} />
      <HistoryDrawer
        platform={platform}
        itemOf={itemOf}
        accountOf={(id) => accounts.data?.find((account) => account.id === id)?.username}
      />
    </>
  )
}
