import type { Currencies } from '@/api/useCurrencies'
import { HistoryLink } from '@/charts/history/HistoryLink'
import { AccountLink } from '@/components/values/AccountLink'
import { PlatformIcon } from '@/components/layout/Panel'
import { AvailabilityBadge, KindIcon } from '@/components/values/Badges'
import { ExternalLink } from '@/components/values/Texts'
import { DateTime, Unknown } from '@/components/values/Values'
import { knownAccountPath } from '@/util/accountPaths'
import type { Column } from '@/table/column'
import { ItemCaption } from '@/table/ItemCaption'
import { metricColumns } from '@/table/metricColumns'
import { GAINED_SORT } from '@/table/tableView'
import { formatChange, formatMoney, formatSigned } from '@/util/format'
import { costUnknown } from '@/util/metrics/metrics'
import { PLATFORMS } from '@/util/platform'
import { EVERYTHING, platformsIn, type ContentRow, type TableCode } from './tables'
import classes from './ContentTable.module.css'

/** Returns the platform that the address of an open history must name. */
export function openedPlatform(table: TableCode, { platform }: ContentRow) {
  return table === EVERYTHING ? platform : undefined
}

/** Shows the item with its kind, a link to its history, and whether it was removed. */
const captionColumn = (table: TableCode): Column<ContentRow> => ({
  title: 'Caption',
  exported: table === EVERYTHING ? ['platform', 'item_id', 'caption'] : ['caption'],
  width: 224,
  fixed: true,
  card: 'text',
  cell: (item) => (
    <ItemCaption platform={item.platform} item={item}>
      <span className={classes.item}>
        {table === EVERYTHING && <PlatformIcon platform={item.platform} />}
        <KindIcon kind={item.media_kind} />
        <HistoryLink id={item.id} name={item.name} platform={openedPlatform(table, item)} />
        <AvailabilityBadge of={item} />
      </span>
    </ItemCaption>
  ),
})

/** Links to the account's page if one of the user's groups tracks it; otherwise the user may not see that page. */
const ACCOUNT: Column<ContentRow> = {
  title: 'Account',
  exported: ['account', 'url', 'availability'],
  width: 163,
  fixed: true,
  card: 'heading',
  cell: ({ platform, account, account_id }) => (
    <AccountLink platform={platform} username={account} to={knownAccountPath(platform, account_id)} short />
  ),
}

/** The column of IDs of several platforms. The captions export them, as this column is optional. */
const ANY_ITEM = { title: 'ID', width: 92 }

/** Links to the item on its platform by its ID, which is truncated to the column. Optional beside IDs of other platforms. */
function itemColumn(table: TableCode): Column<ContentRow> {
  const own = table === EVERYTHING ? undefined : PLATFORMS[table].itemId
  const { title, width } = own ?? ANY_ITEM
  return {
    title,
    exported: own ? [own.field] : [],
    width,
    card: 'foot',
    optional: own === undefined,
    cell: ({ name, url }) => (
      <ExternalLink href={url} title={name}>
        {name}
      </ExternalLink>
    ),
  }
}

const DATE_POSTED: Column<ContentRow> = {
  title: 'Date Posted',
  sort: 'date',
  exported: ['date_posted'],
  width: 108,
  card: 'aside',
  quiet: true,
  wraps: true,
  cell: (row) => (row.date_posted ? <DateTime iso={row.date_posted} /> : 'N/A'),
}

const GAINED: Column<ContentRow> = {
  title: 'Gained',
  sort: GAINED_SORT,
  exported: ['gained_views'],
  width: 74,
  card: 'metric',
  numeric: true,
  cell: ({ gained_views: gained }) =>
    gained == null ? (
      <Unknown reason="First seen after the period, or its measurements before were deleted" />
    ) : (
      <span data-tip={formatSigned(gained)}>{formatChange(gained)}</span>
    ),
}

/** The cost of all views so far, also beside the views gained in a period. */
export const COST_TITLE = 'Cost to date'

const costColumn = (currencies: Currencies): Column<ContentRow> => ({
  title: COST_TITLE,
  exported: ['cost', 'currency'],
  width: 104,
  card: 'metric',
  numeric: true,
  optional: true,
  cell: (row) =>
    row.cost == null ? (
      <Unknown reason={costUnknown(row)} />
    ) : (
      formatMoney(row.cost, currencyOf(row, currencies))
    ),
})

/** Returns the currency of those who track an item, or else that of the platform. */
export function currencyOf({ groups }: ContentRow, { tracked, others }: Currencies): string | null {
  return groups.length > 0 ? tracked : others
}

const GROUP: Column<ContentRow> = {
  title: 'Group',
  exported: ['groups'],
  width: 120,
  card: 'foot',
  quiet: true,
  optional: true,
  cell: ({ groups }) => groups.join(', '),
}

const LAST_UPDATED: Column<ContentRow> = {
  title: 'Last Updated',
  sort: 'updated',
  exported: ['updated_at'],
  // Its title is longer than its times.
  width: 116,
  card: 'foot',
  numeric: true,
  quiet: true,
  wraps: true,
  cell: (row) => <DateTime iso={row.updated_at} />,
}

/** Adds the gained views behind the views. */
function withGained([views, ...others]: Column<ContentRow>[]): Column<ContentRow>[] {
  return views ? [views, GAINED, ...others] : [GAINED]
}

type View = {
  /** Currencies of the costs, which the rows do not contain. */
  currencies: Currencies
  /** Whether the groups that track an item can be shown. */
  seesGroups: boolean
}

/** Returns the columns of a table, those that say the most first. */
export function contentColumns(table: TableCode, { currencies, seesGroups }: View): Column<ContentRow>[] {
  return [
    captionColumn(table),
    ACCOUNT,
    itemColumn(table),
    DATE_POSTED,
    ...withGained(metricColumns(...platformsIn(table))),
    costColumn(currencies),
    ...(seesGroups ? [GROUP] : []),
    LAST_UPDATED,
  ]
}
