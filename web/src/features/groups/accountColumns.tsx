import { PLATFORMS, profileUrl, type Platform } from '@/shared/lib/platform'
import type { Column } from '@/shared/table/column'
import { AccountStatus } from '@/shared/ui/AccountStatus'
import { Count } from '@/shared/ui/Count'
import { ExternalLink } from '@/shared/ui/ExternalLink'
import { RelativeTime } from '@/shared/ui/RelativeTime'

/** A tracked account of either platform. */
export type GroupAccount = {
  id: number
  username: string
  /** Posts or videos collected. */
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
      cell: ({ username, status, status_text }) => (
        <>
          <ExternalLink href={profileUrl(platform, username)}>@{username}</ExternalLink>
          <AccountStatus status={status} text={status_text} />
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
