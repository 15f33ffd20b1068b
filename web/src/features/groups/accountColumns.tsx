import type { Managed } from '@/shared/lib/managed'
import { PLATFORMS, profileUrl, type Platform } from '@/shared/lib/platform'
import type { Column } from '@/shared/table/column'
import { AccountStatus } from '@/shared/ui/AccountStatus'
import { Count } from '@/shared/ui/Count'
import { ExternalLink } from '@/shared/ui/ExternalLink'
import { ManagedBadge } from '@/shared/ui/ManagedBadge'
import { RelativeTime } from '@/shared/ui/RelativeTime'
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
