import { DateTime } from '@/components/Values'
import { ExternalLink } from '@/components/Texts'
import type { Column } from '@/table/column'
import { profileUrl, type Platform } from '@/util/platform'

/** Fields that rows of both platforms have. */
type ContentRow = { account: string; date_posted?: string | null; scraped_at: string }

type Columns = Record<'datePosted' | 'lastUpdated', Column<ContentRow>>

export const COMMON: Columns = {
  datePosted: {
    title: 'Date Posted',
    sort: 'date',
    width: 160,
    card: 'aside',
    quiet: true,
    cell: (row) => (row.date_posted ? <DateTime iso={row.date_posted} /> : 'N/A'),
  },
  lastUpdated: {
    title: 'Last Updated',
    sort: 'updated',
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
