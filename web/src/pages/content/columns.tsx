import { itemIdOf } from '@/api/fields'
import type { Schema } from '@/api/types'
import { HistoryLink } from '@/charts/HistoryLink'
import { AvailabilityBadge, KindIcon } from '@/components/Badges'
import { Beside, Thumbnail } from '@/components/Picture'
import { Caption, ExternalLink } from '@/components/Texts'
import { DateTime, Unknown } from '@/components/Values'
import type { Column } from '@/table/column'
import { metricColumns } from '@/table/metricColumns'
import { GAINED_SORT } from '@/table/tableView'
import { formatChange, formatMoney, formatSigned } from '@/util/format'
import { costUnknown, type ItemMetrics } from '@/util/metrics'
import { PLATFORMS, byPlatform, profileUrl, type ItemId, type Platform } from '@/util/platform'
import type { Availability } from '@/util/states'
import classes from './ContentTable.module.css'

/** A post or video of any platform, in the table of all content. */
export type ContentRow = ItemMetrics &
  Availability &
  Partial<Record<ItemId, string>> & {
    id: number
    url: string
    account: string
    groups: string[]
    date_posted?: string | null
    scraped_at: string
    caption?: string | null
    cost?: number | null
    gained_views?: number | null
    media_kind?: Schema<'MediaKind'> | null
    picture?: string | null
  }

const DATE_POSTED: Column<ContentRow> = {
  title: 'Date Posted',
  sort: 'date',
  exported: ['date_posted'],
  width: 160,
  card: 'aside',
  quiet: true,
  cell: (row) => (row.date_posted ? <DateTime iso={row.date_posted} /> : 'N/A'),
}

const CAPTION: Column<ContentRow> = {
  title: 'Caption',
  exported: ['caption'],
  width: 140,
  card: 'text',
  quiet: true,
  cell: (row) => <Caption text={row.caption} />,
}

const GAINED: Column<ContentRow> = {
  title: 'Gained',
  sort: GAINED_SORT,
  exported: ['gained_views'],
  width: 84,
  card: 'metric',
  numeric: true,
  cell: ({ gained_views: gained }) =>
    gained == null ? (
      <Unknown reason="First seen after the period" />
    ) : (
      <span data-tip={formatSigned(gained)}>{formatChange(gained)}</span>
    ),
}

/** Amounts are in the platform's currency, which the rows do not contain. */
const COST: Column<ContentRow> = {
  title: 'Cost',
  exported: ['cost'],
  width: 84,
  card: 'metric',
  numeric: true,
  optional: true,
  cell: (row) => (row.cost == null ? <Unknown reason={costUnknown(row)} /> : formatMoney(row.cost, null)),
}

const LAST_UPDATED: Column<ContentRow> = {
  title: 'Last Updated',
  sort: 'updated',
  exported: ['updated_at'],
  width: 132,
  card: 'foot',
  numeric: true,
  quiet: true,
  cell: (row) => <DateTime iso={row.scraped_at} />,
}

function accountColumn(platform: Platform): Column<ContentRow> {
  return {
    title: 'Account',
    exported: ['account'],
    width: 188,
    fixed: true,
    card: 'heading',
    cell: ({ account, picture, media_kind }) => (
      <Beside picture={<Thumbnail platform={platform} picture={picture} kind={media_kind} />}>
        <ExternalLink
          href={profileUrl(platform, account)}
          title={`@${account}`}
          className={classes.account ?? ''}
        >
          @{account}
        </ExternalLink>
      </Beside>
    ),
  }
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

/** Returns the column of the items' IDs; an export also contains the URL and the availability. */
function itemColumn(platform: Platform): Column<ContentRow> {
  const { field, title, width } = PLATFORMS[platform].itemId
  return {
    title,
    exported: [field, 'url', 'availability'],
    width,
    fixed: true,
    card: 'foot',
    cell: (item) => <ItemCell item={item} name={itemIdOf(platform, item)} />,
  }
}

/** Adds the gained views behind the views. */
function withGained([views, ...others]: Column<ContentRow>[]): Column<ContentRow>[] {
  return views ? [views, GAINED, ...others] : [GAINED]
}

function columnsOf(platform: Platform): Column<ContentRow>[] {
  return [
    accountColumn(platform),
    itemColumn(platform),
    DATE_POSTED,
    ...withGained(metricColumns(platform)),
    COST,
    CAPTION,
    LAST_UPDATED,
  ]
}

export const CONTENT_COLUMNS = byPlatform(columnsOf)

/** For admins who see all groups. */
export const ADMIN_COLUMNS = byPlatform((platform) => {
  const columns = CONTENT_COLUMNS[platform]
  return [...columns.slice(0, -1), GROUP, ...columns.slice(-1)]
})

type ItemCellProps = { item: ContentRow; name: string }

/** Links to an item on its platform and to its history, and notes if it was removed. */
function ItemCell({ item, name }: ItemCellProps) {
  return (
    <>
      <div className={classes.item}>
        <KindIcon kind={item.media_kind} />
        <ExternalLink href={item.url} title={name} className={classes.name ?? ''}>
          {name}
        </ExternalLink>
        <HistoryLink id={item.id} name={name} />
      </div>
      {/* Placed below, because the column is only as wide as a name needs. */}
      <div>
        <AvailabilityBadge of={item} />
      </div>
    </>
  )
}
