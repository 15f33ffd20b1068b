import { ActionIcon, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, useGroups } from '@/api/client'
import { useIsAdmin, useSession } from '@/api/session'
import type { HistoryItem } from '@/charts/history'
import { HistoryDrawer } from '@/charts/HistoryDrawer'
import { LiveBadge } from '@/components/Badges'
import { PageHeader } from '@/components/Page'
import { RunsProgress } from '@/components/runs/RunsProgress'
import { useSort } from '@/table/sort'
import { POLL } from '@/util/constants'
import { ITEM_SORTS } from '@/util/metrics'
import { PLATFORMS, type Platform, type Singles } from '@/util/platform'
import { useScrapeAccounts } from './AccountActions'
import { AccountsGrid, StatusNotice } from './AccountsGrid'
import { AddAccountsDialog } from './add/AddAccountsDialog'
import { AddVideosDialog } from './add/AddVideosDialog'
import { accountsOf, itemsOf } from './calls'
import { ItemsDrawer } from './ItemsDrawer'
import type { Account } from './model'
import { AccountsActions, AddAccountButton, SelectionActions, useSelection } from './PageActions'
import { SingleVideos } from './SingleVideos'
import { useAccountsView } from './useAccountsView'
import { videosOf } from './videos'

type Props = { platform: Platform; groupId?: number }

/** Shows the accounts of one group on one platform, and its single videos if the platform has them. */
export function AccountsView({ platform, groupId }: Props) {
  const { singles } = PLATFORMS[platform]
  const { shows, status } = useAccountsView()
  const accounts = useQuery({
    ...accountsOf(platform, groupId),
    refetchInterval: POLL.accounts,
    select: (all) => (status === '' ? all : all.filter((account) => account.status === status)),
  })
  const mayManage = useMayManage()
  const selection = useSelection(accounts.data)
  const scraping = useScrapeAccounts(platform, groupId)
  const [adding, dialog] = useDisclosure(false)
  const [addingVideos, videosDialog] = useDisclosure(false)
  const itemOf = useItemOf(platform, groupId)
  const listed = (!singles || shows === 'accounts') && (accounts.data?.length ?? 0) > 0
  const actions =
    selection.on && listed ? (
      <SelectionActions platform={platform} groupId={groupId} selection={selection} />
    ) : (
      <AccountsActions
        scraping={scraping}
        onAdd={dialog.open}
        onAddVideos={singles && videosDialog.open}
        onSelect={listed && selection.possible ? selection.start : undefined}
      />
    )
  const grid = (
    <>
      {status !== '' && listed && <StatusNotice count={accounts.data?.length ?? 0} />}
      {selection.on && selection.managed > 0 && <ManagedNotice count={selection.managed} />}
      <AccountsGrid
        platform={platform}
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
      {scraping.progress && <RunsProgress progress={scraping.progress} />}
      {singles ? (
        <ViewTabs
          platform={platform}
          singles={singles}
          groupId={groupId}
          accounts={grid}
          mayManage={mayManage}
          onAdd={videosDialog.open}
        />
      ) : (
        grid
      )}
      <AddAccountsDialog platform={platform} groupId={groupId} opened={adding} onClose={dialog.close} />
      {singles && (
        <AddVideosDialog
          platform={platform}
          singles={singles}
          groupId={groupId}
          opened={addingVideos}
          onClose={videosDialog.close}
        />
      )}
      <ItemsDrawer platform={platform} accounts={accounts.data} mayManage={mayManage} />
      <HistoryDrawer
        platform={platform}
        itemOf={itemOf}
        accountOf={(id) => accounts.data?.find((account) => account.id === id)?.username}
      />
    </>
  )
}

type AccountsHeaderProps = {
  platform: Platform
  groupId: number | undefined
  accounts: Account[] | undefined
  actions: ReactNode
}

function AccountsHeader({ platform, groupId, accounts, actions }: AccountsHeaderProps) {
  const { leaveGroup } = useAccountsView()
  return (
    <PageHeader
      title={PLATFORMS[platform].name}
      badge={<LiveBadge data={accounts} />}
      subtitle={groupId !== undefined && <GroupName id={groupId} />}
      before={
        groupId !== undefined && (
          <ActionIcon aria-label="Back to the client groups" onClick={leaveGroup}>
            <IconArrowLeft size={18} stroke={1.75} />
          </ActionIcon>
        )
      }
      actions={actions}
    />
  )
}

/** Shows a client group to admins; blank while loading, and the group's ID if the group was deleted or the list cannot be loaded. */
function GroupName({ id }: { id: number }) {
  const { data, isError } = useGroups()
  if (data === undefined && !isError) return <>{'\u00a0'}</>
  return <>{data?.groups.find((group) => group.id === id)?.name ?? `Group ${id}`}</>
}

type ViewTabsProps = {
  platform: Platform
  singles: Singles
  groupId: number | undefined
  accounts: ReactNode
  mayManage: boolean
  onAdd: () => void
}

function ViewTabs({ platform, singles, groupId, accounts, mayManage, onAdd }: ViewTabsProps) {
  const { shows, showVideos } = useAccountsView()
  return (
    <Tabs value={shows} onChange={(tab) => showVideos(tab === 'videos')} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="accounts">Accounts</Tabs.Tab>
        <Tabs.Tab value="videos">Single videos</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="accounts">{accounts}</Tabs.Panel>
      <Tabs.Panel value="videos">
        <SingleVideos
          platform={platform}
          singles={singles}
          groupId={groupId}
          mayManage={mayManage}
          onAdd={onAdd}
        />
      </Tabs.Panel>
    </Tabs>
  )
}

/** Shows, during a selection, how many accounts cannot be selected because they are managed elsewhere. */
function ManagedNotice({ count }: { count: number }) {
  return (
    <Text fz="sm" c="dimmed" mb="md" role="status">
      {count === 1
        ? '1 account is managed outside the dashboard and cannot be deleted here.'
        : `${count} accounts are managed outside the dashboard and cannot be deleted here.`}
    </Text>
  )
}

/** A group's rule changes rarely, and the server enforces it anyway. */
const RULE_HOLDS_MS = 60_000

/**
 * Returns whether the user may add, scrape and delete accounts: always for admins, and for members unless their group reserves it
 * to admins.
 */
function useMayManage(): boolean {
  const user = useSession()?.user
  const always = useIsAdmin() || user?.is_group_admin === true
  const id = user?.group_id ?? 0
  const group = api.useQuery(
    'get',
    '/api/groups/{id}',
    { params: { path: { id } } },
    {
      enabled: !always && id > 0,
      staleTime: RULE_HOLDS_MS,
    },
  )
  return always || group.data?.members_manage_accounts === true
}

/**
 * Finds the item of an open history in the list from which it was opened. A page that starts with an open history has not loaded
 * that list yet and loads it once here.
 */
function useItemOf(platform: Platform, groupId: number | undefined): (id: number) => HistoryItem | undefined {
  const { accountId, historyOpen, shows, page } = useAccountsView()
  const { sort } = useSort(ITEM_SORTS)
  const once = { staleTime: Infinity }
  const ofAccount = useQuery({
    ...itemsOf(platform, accountId ?? 0, sort),
    ...once,
    enabled: historyOpen && accountId !== undefined,
  })
  const single = useQuery({
    ...videosOf(platform, groupId, page),
    ...once,
    enabled: historyOpen && shows === 'videos',
  })
  return (id) =>
    [...(ofAccount.data?.items ?? []), ...(single.data?.videos ?? [])].find(
      ({ collected }) => collected === id,
    )
}
