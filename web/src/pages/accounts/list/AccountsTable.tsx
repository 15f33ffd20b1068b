import { Box } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { AccountLink } from '@/components/values/AccountLink'
import { AccountStatus, ManagedBadge, WaitingNote } from '@/components/values/Badges'
import { CostRule } from '@/components/values/CostRule'
import { Change } from '@/components/values/Sum'
import { Avatar } from '@/components/values/Picture'
import { Count, Quantity, RelativeTime, Unknown } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { capitalize, formatChange, formatMoney, formatSigned } from '@/util/format'
import type { Period } from '@/util/time/period'
import { PLATFORMS, type Platform } from '@/util/platform'
import { managedReason } from '@/util/states'
import { DeleteAccount, ScrapeAccount } from '@/pages/accounts/AccountActions'
import { FormerNames } from '@/pages/accounts/AccountCard'
import { rowsOf, type AccountRow } from './accountRows'
import { accountPath } from '@/util/accountPaths'
import { isUndecided } from '@/pages/accounts/accountTexts'
import { costUnknown, gainUnknown, useAccountsGains } from '@/pages/accounts/gains'
import { IdentityNotice } from '@/pages/accounts/identity/IdentityNotice'
import { wasRead, type Account } from '@/pages/accounts/model'
import type { Selection } from './PageActions'
import { SelectAccount } from './SelectAccount'
import { useAccountsView } from '@/pages/accounts/useAccountsView'
import classes from './AccountsTable.module.css'

type Props = {
  platform: Platform
  groupId: number | undefined
  period: Period
  accounts: Account[]
  selection: Selection
  mayManage: boolean
  /** Identifies the page. */
  view: string
  /** The accounts are those of another page, until this one has loaded. */
  waiting: boolean
}

/** Compares the accounts: their size, what they gained in a period, its cost, and their state. */
export function AccountsTable(props: Props) {
  const { platform, groupId, period, accounts, selection, mayManage, view, waiting } = props
  const { status, sort, setSort } = useAccountsView()
  const { name, singles } = PLATFORMS[platform]
  const gains = useAccountsGains(platform, groupId, period, accounts)
  const compared = period.previous !== undefined
  const rows = useMemo(() => rowsOf(accounts, gains.data, compared), [accounts, gains.data, compared])
  const { marked, toggle } = selection
  const columns = useMemo(
    () => columnsOf(platform, mayManage ? { marked, toggle } : undefined),
    [platform, mayManage, marked, toggle],
  )
  const navigate = useNavigate()
  const open = ({ account }: AccountRow) => {
    if (!selection.on) void navigate(accountPath(platform, account.id))
    else if (managedReason(account) === undefined) selection.toggle(account)
  }
  const shown = selection.on ? columns.filter(({ actions }) => !actions) : columns
  return (
    <div
      className={classes.around}
      data-tabs={singles !== undefined || undefined}
      data-notice={selection.on || status !== '' || undefined}
    >
      <DataTable
        label={`${name} accounts`}
        columns={shown}
        rows={rows}
        rowKey={({ account }) => account.id}
        sort={sort}
        onSort={setSort}
        onOpen={open}
        view={view}
        waiting={waiting || gains.isPlaceholderData}
      />
      {gains.data && (
        <Box mt="sm">
          <CostRule {...gains.data} />
        </Box>
      )}
    </div>
  )
}

const NOT_YET = 'Available after the first update'

/** How accounts are selected; undefined if the user may not change them. */
type Selecting = Pick<Selection, 'marked' | 'toggle'> | undefined

function columnsOf(platform: Platform, selecting: Selecting): Column<AccountRow>[] {
  const actions: Column<AccountRow> = {
    title: 'Actions',
    card: 'aside',
    actions: true,
    cell: ({ account }) => (
      <>
        <ScrapeAccount platform={platform} account={account} />
        <DeleteAccount platform={platform} account={account} />
      </>
    ),
  }
  return [
    {
      title: 'Account',
      sort: 'name',
      card: 'heading',
      cell: ({ account }) => (
        <AccountName
          platform={platform}
          account={account}
          select={
            selecting && (
              <SelectAccount
                account={account}
                selected={selecting.marked?.has(account.id) ?? false}
                onToggle={() => selecting.toggle(account)}
                className={`${classes.select} ${selecting.marked ? '' : classes.idle}`}
              />
            )
          }
        />
      ),
    },
    {
      title: 'Followers',
      sort: 'followers',
      card: 'metric',
      numeric: true,
      cell: ({ account: { followers } }) =>
        followers == null ? (
          <Unknown reason="The number of followers is not known" />
        ) : (
          <Count value={followers} />
        ),
    },
    {
      title: capitalize(PLATFORMS[platform].items),
      sort: 'items',
      card: 'metric',
      numeric: true,
      cell: ({ account }) =>
        wasRead(account) ? <Quantity value={account.count} /> : <Unknown reason={NOT_YET} />,
    },
    {
      title: 'Views',
      sort: 'views',
      card: 'metric',
      numeric: true,
      strong: true,
      cell: ({ account }) =>
        wasRead(account) ? <Count value={account.views} /> : <Unknown reason={NOT_YET} />,
    },
    { title: 'Gained', sort: 'gained', card: 'metric', numeric: true, cell: (row) => <Gained row={row} /> },
    {
      title: 'Cost',
      sort: 'cost',
      card: 'metric',
      numeric: true,
      cell: ({ gain, gains }) =>
        gain?.cost == null ? (
          <Unknown reason={costUnknown(gains, gain)} />
        ) : (
          formatMoney(gain.cost, gains?.currency ?? null)
        ),
    },
    {
      title: 'Last updated',
      sort: 'updated',
      card: 'foot',
      quiet: true,
      cell: ({ account: { last_scraped: at } }) => (at == null ? 'Never' : <RelativeTime iso={at} />),
    },
    {
      title: 'Status',
      card: 'text',
      cell: ({ account }) => <Status platform={platform} account={account} />,
    },
    ...(selecting ? [actions] : []),
  ]
}

type CellProps = { platform: Platform; account: Account }

/** Links to the account's page, and to its profile on the platform. */
function AccountName({ platform, account, select }: CellProps & { select: ReactNode }) {
  return (
    <>
      <span className={classes.name}>
        {select}
        <Avatar platform={platform} picture={account.picture} />
        <AccountLink platform={platform} username={account.username} to={accountPath(platform, account.id)} />
        <ManagedBadge of={account} />
      </span>
      <FormerNames of={account} />
    </>
  )
}

/** Shows the views gained in the period, with the change. */
function Gained({ row: { gain, gains, compared } }: { row: AccountRow }) {
  if (gain?.gained_views == null) return <Unknown reason={gainUnknown(gains)} />
  const { gained_views: now, previous_gained_views: previous } = gain
  return (
    <>
      <span data-tip={`${formatSigned(now)} views`}>{formatChange(now)}</span>
      {compared && previous != null && (
        <div>
          <Change now={now} previous={previous} tip={`${formatSigned(previous)} before`} />
        </div>
      )}
    </>
  )
}

function Status({ platform, account }: CellProps) {
  return (
    <div className={classes.status}>
      {isUndecided(account) ? (
        <IdentityNotice platform={platform} account={account} />
      ) : (
        <AccountStatus status={account.status} text={account.status_text} />
      )}
      {account.waiting && <WaitingNote of={account.waiting} />}
    </div>
  )
}
