import { HistoryLink } from '@/charts/HistoryLink'
import { AvailabilityBadge } from '@/components/Badges'
import { ExternalLink } from '@/components/Texts'
import { DateTime } from '@/components/Values'
import type { Column } from '@/table/column'
import { profileUrl, type Platform } from '@/util/platform'
import type { Availability } from '@/util/states'

/** Fields that rows of both platforms have. */
type ContentRow = { account: string; date_posted?: string | null; scraped_at: string }

/** Columns of an export for a column with a link: also the link's URL and the item's availability. */
export const exportedLink = (field: string) => [field, 'url', 'availability'] as const

type Columns = Record<'datePosted' | 'lastUpdated', Column<ContentRow>>

export const COMMON: Columns = {
  datePosted: {
    title: 'Date Posted',
    sort: 'date',
    exported: ['date_posted'],
    width: 160,
    card: 'aside',
    quiet: true,
    cell: (row) => (row.date_posted ? <DateTime iso={row.date_posted} /> : 'N/A'),
  },
  lastUpdated: {
    title: 'Last Updated',
    sort: 'updated',
    exported: ['updated_at'],
    width: 132,
    card: 'foot',
    numeric: true,
    quiet: true,
    cell: (row) => <DateTime iso={row.scraped_at} />,
  },
}

export function accountColumn(platform: Platform): Column<ContentRow> {
  return {
    title: 'Account',
    exported: ['account'],
    width: 136,
    fixed: true,
    card: 'heading',
    cell: ({ account }) => (
      <ExternalLink href={profileUrl(platform, account)} title={`@${account}`}>
        @{account}
      </ExternalLink>
    ),
  }
}

type ItemCellProps = { item: Availability & { id: number; url: string }; name: string }

/** Links to an item on its platform and to its history, and notes if it was removed. */
export function ItemCell({ item, name }: ItemCellProps) {
  return (
    <>
      <ExternalLink href={item.url} title={name}>
        {name}
      </ExternalLink>
      <HistoryLink id={item.id} name={name} />
      {/* Placed below, because the column is only as wide as a name needs. */}
      <div>
        <AvailabilityBadge of={item} />
      </div>
    </>
  )
}
