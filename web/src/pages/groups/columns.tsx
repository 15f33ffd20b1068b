import { Text } from '@mantine/core'
import { AccountLink } from '@/components/values/AccountLink'
import { AccountStatus, AvailabilityBadge, ManagedBadge } from '@/components/values/Badges'
import { ExternalLink } from '@/components/values/Texts'
import { DateTime, Quantity, RelativeTime } from '@/components/values/Values'
import { accountPath, knownAccountPath } from '@/util/accountPaths'
import type { Column } from '@/table/column'
import { metricColumns } from '@/table/metricColumns'
import { capitalize } from '@/util/format'
import type { ItemMetrics } from '@/util/metrics/metrics'
import { PLATFORMS, type Platform } from '@/util/platform'
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
            <AccountLink
              platform={platform}
              username={account.username}
              to={accountPath(platform, account.id)}
            />
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
    account_id?: number | null
    posted: string | null
  }

const nameCellOf = (platform: Platform) => (item: GroupItem) => (
  <>
    <ExternalLink href={item.url}>{item.name}</ExternalLink> <AvailabilityBadge of={item} />
    <Text component="div" fz="xs" mt={6}>
      <AccountLink
        platform={platform}
        username={item.username}
        to={knownAccountPath(platform, item.account_id)}
      />
    </Text>
  </>
)

const POSTED: Column<GroupItem> = {
  title: 'Posted',
  card: 'aside',
  numeric: true,
  quiet: true,
  wraps: true,
  cell: ({ posted }) => (posted ? <DateTime iso={posted} /> : 'N/A'),
}

export function itemColumns(platform: Platform): Column<GroupItem>[] {
  return [
    {
      title: capitalize(PLATFORMS[platform].item),
      card: 'heading',
      cell: nameCellOf(platform),
    },
    ...metricColumns(platform),
    POSTED,
  ]
}
