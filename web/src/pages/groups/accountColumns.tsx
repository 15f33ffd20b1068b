import { AccountStatus, ManagedBadge } from '@/components/Badges'
import { Count, RelativeTime } from '@/components/Values'
import { ExternalLink } from '@/components/Texts'
import type { Column } from '@/table/column'
import type { Managed } from '@/util/states'
import { PLATFORMS, profileUrl, type Platform } from '@/util/platform'
import classes from './accountColumns.module.css'

export type GroupAccount = Managed & {
  id: number
  username: string
  /** Number of collected posts or videos. */
  count: number
  last_scraped?: string | null
  status: string
  status_text: string
}

export function accountColumns(platform: Platform): Column<GroupAccount>[] {
  const { items } = PLATFORMS[platform]
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
      title: items === 'posts' ? 'Posts' : 'Videos',
      card: 'metric',
      numeric: true,
      cell: ({ count }) => <Count value={count} />,
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
