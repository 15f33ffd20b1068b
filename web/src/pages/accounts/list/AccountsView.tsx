import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { scope } from '@/api/client'
import { useMayManage, useShownGroup } from '@/api/useMayManage'
import { LiveBadge } from '@/components/values/Badges'
import { CompareLink } from '@/components/buttons/CompareLink'
import { PageHeader } from '@/components/layout/Page'
import { Tabs } from '@/components/layout/Tabs'
import { GroupSelect } from '@/components/forms/GroupSelect'
import { PAGE_SIZE, POLL } from '@/util/constants'
import { MAX_COMPARED } from '@/util/metrics/compare'
import { dialogOnDemand, onDemand } from '@/util/onDemand'
import { PLATFORMS, type Platform } from '@/util/platform'
import { usePeriod } from '@/util/time/usePeriod'
import { useScrapeAccounts } from '@/pages/accounts/AccountActions'
import { AccountsGrid, AccountsList, StatusNotice } from './AccountsGrid'
import { accountsQuery } from '@/pages/accounts/accountsQuery'
import { AccountsToolbar, useShape } from './AccountsToolbar'
import { accountsOf, readAccounts } from '@/pages/accounts/calls'
import { AccountsActions, AddAccountButton, SelectionActions, useSelection } from './PageActions'
import { SelectionNotices } from './SelectionNotices'
import { useAccountsView } from '@/pages/accounts/useAccountsView'

const AddVideosDialog = dialogOnDemand(() =>
  import('@/pages/accounts/add/AddVideosDialog').then((file) => file.AddVideosDialog),
)
const AddAccountsDialog = dialogOnDemand(() =>
  import('@/pages/accounts/add/AddAccountsDialog').then((file) => file.AddAccountsDialog),
)
const SingleVideos = onDemand(() =>
  import('@/pages/accounts/videos/SingleVideos').then((file) => file.SingleVideos),
)
const RunsProgress = onDemand(() =>
  import('@/components/runs/RunsProgress').then((file) => file.RunsProgress),
)
const AccountsTable = onDemand(() => import('./AccountsTable').then((file) => file.AccountsTable))

type Props = { platform: Platform; groupId?: number }

/** Shows the accounts of one group on one platform, and its single videos if the platform has them. */
export function AccountsView({ platform, groupId }: Props) {
  const { singles } = PLATFORMS[platform]
  const chosen = useAccountsView()
  const { shows, status, name, page } = chosen
  const view = usePeriod()
  const all = { ...scope(groupId), ...accountsQuery(chosen, view.period.days) }
  const query = { ...all, page, per_page: PAGE_SIZE.accounts }
  const onAccounts = !singles || shows === 'accounts'
  // Selected individually, so that polls without changes do not re-render.
  const {
    data: read,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    ...accountsOf(platform, query),
    enabled: onAccounts,
    refetchInterval: POLL.accounts,
    placeholderData: keepPreviousData,
  })
  const group = useShownGroup(groupId)
  const filtered = status !== '' || name !== ''
  const found = filtered && group.isLoading ? undefined : read?.total
  // Viewers cannot read the group: for them, its size is that of the list without filters.
  const [size, setSize] = useState<number>()
  if (!filtered && !isPlaceholderData && read && read.total !== size) setSize(read.total)
  const { shape, setShape } = useShape(group.data?.[`${platform}_count`] ?? size ?? found)
  // Not as cards first and as a table a moment later.
  const data = shape && read
  const shown = data?.accounts ?? []
  const total = data?.total ?? 0
  const mayManage = useMayManage()
  const selection = useSelection({
    shown: data?.accounts,
    readAll: async () => (shown.length < total ? (await readAccounts(platform, all)).accounts : shown),
  })
  const scraping = useScrapeAccounts(platform, groupId)
  const [adding, dialog] = useDisclosure(false)
  const [addingVideos, videosDialog] = useDisclosure(false)
  const listed = onAccounts && shown.length > 0
  const key = JSON.stringify(query)
  const actions =
    selection.on && onAccounts ? (
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
      {status !== '' && listed && <StatusNotice count={total} />}
      {selection.on && <SelectionNotices selection={selection} paged={shown.length < total} />}
      {shape && (listed || name !== '' || isPlaceholderData) && (
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
        accounts={{ data, error, refetch, isPlaceholderData }}
        mayManage={mayManage}
        addFirst={mayManage && <AddAccountButton onClick={dialog.open} />}
      >
        {(accounts) =>
          shape === 'table' ? (
            <AccountsTable
              platform={platform}
              groupId={groupId}
              period={view.period}
              accounts={accounts}
              selection={selection}
              mayManage={mayManage}
              view={key}
              waiting={isPlaceholderData}
            />
          ) : (
            <AccountsGrid
              platform={platform}
              accounts={accounts}
              selection={selection}
              mayManage={mayManage}
              waiting={isPlaceholderData}
            />
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
        badge={<LiveBadge key={key} data={isPlaceholderData ? undefined : data?.accounts} />}
        actions={
          <>
            {listed && (!selection.on || isComparable(selection.selected)) && (
              <CompareLink
                subject="accounts"
                ids={(selection.on ? selection.selected : shown.length < total ? [] : shown).map(
                  ({ id }) => id,
                )}
                period={view.period}
              />
            )}
            {mayManage && actions}
          </>
        }
      />
      {scraping.progress && <RunsProgress progress={scraping.progress} />}
      {singles ? (
        <ViewTabs
          accounts={list}
          videos={
            <SingleVideos
              platform={platform}
              singles={singles}
              groupId={groupId}
              mayManage={mayManage}
              onAdd={videosDialog.open}
            />
          }
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

const isComparable = ({ length }: readonly unknown[]) => length > 0 && length <= MAX_COMPARED

type AccountsHeaderProps = {
  platform: Platform
  groupId: number | undefined
  badge: ReactNode
  actions: ReactNode
}

function AccountsHeader({ platform, groupId, badge, actions }: AccountsHeaderProps) {
  const { pickGroup, leaveGroup } = useAccountsView()
  return (
    <PageHeader
      title={PLATFORMS[platform].name}
      badge={badge}
      before={
        groupId !== undefined && (
          <ActionIcon aria-label="Back to the client groups" onClick={leaveGroup}>
            <IconArrowLeft size={18} stroke={1.75} />
          </ActionIcon>
        )
      }
      actions={
        <>
          {groupId !== undefined && <GroupSelect value={groupId} onChange={pickGroup} />}
          {actions}
        </>
      }
    />
  )
}

type ViewTabsProps = { accounts: ReactNode; videos: ReactNode }

function ViewTabs({ accounts, videos }: ViewTabsProps) {
  const { shows, showVideos } = useAccountsView()
  return (
    <Tabs
      value={shows}
      onChange={(tab) => showVideos(tab === 'videos')}
      tabs={[
        { value: 'accounts', label: 'Accounts', content: accounts },
        { value: 'videos', label: 'Single videos', content: videos },
      ]}
    />
  )
}
