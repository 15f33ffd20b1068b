import { ActionIcon, Tabs, Text } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { useGroups } from '@/api/client'
import { LiveBadge } from '@/components/Badges'
import { CompareLink } from '@/components/CompareLink'
import { PageHeader } from '@/components/Page'
import { RunsProgress } from '@/components/runs/RunsProgress'
import { POLL } from '@/util/constants'
import { dialogOnDemand, onDemand } from '@/util/onDemand'
import { PLATFORMS, type Platform, type Singles } from '@/util/platform'
import { usePeriod } from '@/util/usePeriod'
import { useScrapeAccounts } from './AccountActions'
import { named } from './accountRows'
import { AccountsGrid, AccountsList, StatusNotice } from './AccountsGrid'
import { AccountsToolbar, useShape } from './AccountsToolbar'
import { accountsOf } from './calls'
import type { Account } from './model'
import { AccountsActions, AddAccountButton, SelectionActions, useSelection } from './PageActions'
import { useAccountsView } from './useAccountsView'
import { useMayManage } from './useMayManage'

const AddVideosDialog = dialogOnDemand(() =>
  import('./add/AddVideosDialog').then((file) => file.AddVideosDialog),
)
const AddAccountsDialog = dialogOnDemand(() =>
  import('./add/AddAccountsDialog').then((file) => file.AddAccountsDialog),
)
const SingleVideos = onDemand(() => import('./SingleVideos').then((file) => file.SingleVideos))
const AccountsTable = onDemand(() => import('./AccountsTable').then((file) => file.AccountsTable))

type Props = { platform: Platform; groupId?: number }

/** Shows the accounts of one group on one platform, and its single videos if the platform has them. */
export function AccountsView({ platform, groupId }: Props) {
  const { singles } = PLATFORMS[platform]
  const { shows, status, name } = useAccountsView()
  // Selected individually, so that polls without changes do not re-render.
  const {
    data: all,
    error,
    refetch,
  } = useQuery({
    ...accountsOf(platform, groupId),
    refetchInterval: POLL.accounts,
  })
  const data = useMemo(
    () => all && named(status === '' ? all : all.filter((account) => account.status === status), name),
    [all, status, name],
  )
  const accounts = { data, error, refetch }
  const mayManage = useMayManage()
  const selection = useSelection(accounts.data)
  const scraping = useScrapeAccounts(platform, groupId)
  const [adding, dialog] = useDisclosure(false)
  const [addingVideos, videosDialog] = useDisclosure(false)
  const view = usePeriod()
  const { shape, setShape } = useShape(all?.length ?? 0)
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
  const list = (
    <>
      {status !== '' && listed && <StatusNotice count={accounts.data?.length ?? 0} />}
      {selection.on && selection.managed > 0 && <ManagedNotice count={selection.managed} />}
      {(listed || name !== '') && (
        <AccountsToolbar
          platform={platform}
          groupId={groupId}
          shape={shape}
          onShape={setShape}
          period={view}
        />
      )}
      <AccountsList
        platform={platform}
        accounts={accounts}
        mayManage={mayManage}
        addFirst={mayManage && <AddAccountButton onClick={dialog.open} />}
      >
        {(shown) =>
          shape === 'table' ? (
            <AccountsTable
              platform={platform}
              groupId={groupId}
              period={view.period}
              accounts={shown}
              selection={selection}
              mayManage={mayManage}
            />
          ) : (
            <AccountsGrid platform={platform} accounts={shown} selection={selection} mayManage={mayManage} />
          )
        }
      </AccountsList>
    </>
  )
  return (
    <>
      <AccountsHeader
        platform={platform}
        groupId={groupId}
        accounts={accounts.data}
        actions={
          <>
            {listed && !selection.on && (
              <CompareLink subject="accounts" ids={all?.map(({ id }) => id) ?? []} period={view.period} />
            )}
            {mayManage && actions}
          </>
        }
      />
      {scraping.progress && <RunsProgress progress={scraping.progress} />}
      {singles ? (
        <ViewTabs
          platform={platform}
          singles={singles}
          groupId={groupId}
          accounts={list}
          mayManage={mayManage}
          onAdd={videosDialog.open}
        />
      ) : (
        list
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
