import { Box, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconExternalLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { AccountStatus, ManagedBadge, WaitingNote } from '@/components/Badges'
import { CostRule } from '@/components/CostRule'
import { Change } from '@/components/Sum'
import { Avatar } from '@/components/Picture'
import { ExternalLink } from '@/components/Texts'
import { Count, Quantity, RelativeTime, Unknown } from '@/components/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { useSort } from '@/table/sort'
import { capitalize, formatChange, formatMoney, formatSigned } from '@/util/format'
import type { Period } from '@/util/period'
import { PLATFORMS, profileUrl, type Platform } from '@/util/platform'
import { managedReason } from '@/util/states'
import { DeleteAccount, ScrapeAccount } from './AccountActions'
import { FormerNames } from './AccountCard'
import { ACCOUNT_SORTS, rowsOf, sortedRows, type AccountRow } from './accountRows'
import { accountPath, isUndecided } from './accountTexts'
import { costUnknown, gainUnknown, useAccountsGains } from './gains'
import { IdentityNotice } from './IdentityNotice'
import { wasRead, type Account } from './model'
import type { Selection } from './PageActions'
import classes from './AccountsTable.module.css'

type Props = {
  platform: Platform
  groupId: number | undefined
  period: Period
  accounts: Account[]
  selection: Selection
  mayManage: boolean
}

/** Compares the accounts: their size, what they gained in a period, its cost, and their state. */
export function AccountsTable({ platform, groupId, period, accounts, selection, mayManage }: Props) {
  const { sort, setSort } = useSort(ACCOUNT_SORTS)
  const gains = useAccountsGains(platform, groupId, period)
  const compared = period.previous !== undefined
  const rows = useMemo(
    () => sortedRows(rowsOf(accounts, gains.data, compared), sort),
    [accounts, gains.data, compared, sort],
  )
  const columns = useMemo(() => columnsOf(platform, mayManage), [platform, mayManage])
  const navigate = useNavigate()
  const open = ({ account }: AccountRow) => {
    if (!selection.on) void navigate(accountPath(platform, account.id))
    else if (managedReason(account) === undefined) selection.toggle(account.id)
  }
  const shown = selection.on
    ? [selectColumn(selection), ...columns.filter(({ actions }) => !actions)]
    : columns
  return (
    <>
      <DataTable
        label={`${PLATFORMS[platform].name} accounts`}
        columns={shown}
        rows={rows}
        rowKey={({ account }) => account.id}
        sort={sort}
        onSort={setSort}
        onOpen={open}
        view={`${sort?.by} ${sort?.order}`}
        waiting={gains.isPlaceholderData}
      />
      {gains.data && (
        <Box mt="sm">
          <CostRule {...gains.data} />
        </Box>
      )}
    </>
  )
}

/** Selects accounts for deletion, except those that are managed elsewhere. */
const selectColumn = (selection: Selection): Column<AccountRow> => ({
  title: 'Selected',
  card: 'aside',
  cell: ({ account }) => {
    const fixed = managedReason(account)
    return (
      <Checkbox
        checked={selection.has(account.id)}
        disabled={fixed !== undefined}
        onChange={() => selection.toggle(account.id)}
        aria-label={`Select @${account.username}`}
        {...(fixed !== undefined && { 'aria-description': fixed })}
      />
    )
  },
})

const NOT_YET = 'Available after the first update'

function columnsOf(platform: Platform, mayManage: boolean): Column<AccountRow>[] {
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
      cell: ({ account }) => <AccountName platform={platform} account={account} />,
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
          <Unknown reason={costUnknown(gains)} />
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
    ...(mayManage ? [actions] : []),
  ]
}

type CellProps = { platform: Platform; account: Account }

/** Links to the account's page, and to its profile on the platform. */
function AccountName({ platform, account }: CellProps) {
  const { name } = PLATFORMS[platform]
  return (
    <>
      <span className={classes.name}>
        <Avatar platform={platform} picture={account.picture} />
        <Link to={accountPath(platform, account.id)} className={classes.link ?? ''}>
          @{account.username}
        </Link>
        <ExternalLink href={profileUrl(platform, account.username)} title={`Open on ${name}`}>
          <IconExternalLink
            size={14}
            stroke={1.75}
            role="img"
            aria-label={`@${account.username} on ${name}`}
          />
        </ExternalLink>
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
      {account.waiting && <WaitingNote message={account.waiting.message} />}
    </div>
  )
}
