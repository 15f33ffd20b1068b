import { Text } from '@mantine/core'
import { AccountStatus, AvailabilityBadge, ManagedBadge } from '@/components/Badges'
import { ExternalLink } from '@/components/Texts'
import { DateTime, Quantity, RelativeTime } from '@/components/Values'
import type { Column } from '@/table/column'
import { metricColumns } from '@/table/metricColumns'
import { capitalize } from '@/util/format'
import type { ItemMetrics } from '@/util/metrics'
import { byPlatform, PLATFORMS, profileUrl, type Platform } from '@/util/platform'
import type { Availability, Managed } from '@/util/states'
import classes from './columns.module.css'

type GroupAccount = Managed & {
  id: number
  username: string
  /** Number of collected posts or videos. */
  count: number
  last_scraped?: string | null
  status: string
  status_text: string
}

export function accountColumns(platform: Platform): Column<GroupAccount>[] {
  return [
    {
      title: 'Account',
      card: 'heading',
      cell: (account) => (
        <>
          <div className={classes.account}>
            <ExternalLink href={profileUrl(platform, account.username)}>@{account.username}</ExternalLink>
            <ManagedBadge of={account} />
          </div>
          <AccountStatus status={account.status} text={account.status_text} />
        </>
      ),
    },
    {
      title: capitalize(PLATFORMS[platform].items),
      card: 'metric',
      numeric: true,
      cell: ({ count }) => <Quantity value={count} />,
    },
    {
      title: 'Last updated',
      card: 'aside',
      numeric: true,
      quiet: true,
      cell: ({ last_scraped }) => (last_scraped ? <RelativeTime iso={last_scraped} /> : 'Never'),
    },
  ]
}

type GroupItem = ItemMetrics &
  Availability & {
    id: number
    /** The platform's short ID: shortcode or video ID. */
    name: string
    url: string
    username: string
    posted: string | null
  }

const nameCell = (item: GroupItem) => (
  <>
    <ExternalLink href={item.url}>{item.name}</ExternalLink> <AvailabilityBadge of={item} />
    <Text component="div" fz="xs" c="dimmed">
      @{item.username}
    </Text>
  </>
)

const POSTED: Column<GroupItem> = {
  title: 'Posted',
  card: 'aside',
  numeric: true,
  quiet: true,
  cell: ({ posted }) => (posted ? <DateTime iso={posted} /> : 'N/A'),
}

export const ITEM_COLUMNS = byPlatform((platform): Column<GroupItem>[] => [
  { title: capitalize(PLATFORMS[platform].item), card: 'heading', cell: nameCell },
  ...metricColumns(platform),
  POSTED,
])
