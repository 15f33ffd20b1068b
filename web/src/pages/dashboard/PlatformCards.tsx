import { Group, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { api } from '@/api/client'
import { totalOf } from '@/api/fields'
import { useIsAdmin } from '@/api/session'
import type { Schema } from '@/api/types'
import { ViewsChange } from '@/charts/history/MetricChange'
import { AccountStatus, WaitingNote } from '@/components/values/Badges'
import { PlatformCard } from '@/components/layout/PlatformCard'
import { NextUpdate, RelativeTime } from '@/components/values/Values'
import { POLL } from '@/util/constants'
import { formatExact } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import { PENDING, sessionsLow } from '@/util/states'
import { usePeriod } from '@/util/time/usePeriod'
import { Link } from '@/util/url/Link'
import { accountProblems, knownViews } from './cardNotes'
import { useDataStarts, useGains } from './queries'
import classes from './PlatformCards.module.css'

type FreshnessProps = { platform: Platform; stats: Schema<'DashboardStats'>; groupId: number | undefined }
type Props = FreshnessProps & {
  /** Without the freshness and the views gained, which are shown elsewhere. */
  brief: boolean
}

/** Shows the totals of a platform and how up to date they are. */
export function DashboardCard({ platform, stats, groupId, brief }: Props) {
  const { items, content } = PLATFORMS[platform]
  const count = stats.content[content]
  return (
    <PlatformCard
      platform={platform}
      groupId={groupId}
      freshness={!brief && <PlatformFreshness platform={platform} stats={stats} groupId={groupId} />}
      total={(metric) => totalOf(metric, stats[platform])}
      change={
        <ViewsNote platform={platform} viewed={stats[platform].viewed} items={count}>
          {(!brief || count === 0) && <ViewsGained platform={platform} groupId={groupId} items={count} />}
        </ViewsNote>
      }
      sources={[
        { label: 'Accounts tracked', value: stats.accounts[platform] },
        { label: `Total ${items}`, value: count },
      ]}
    />
  )
}

/** Shows how up to date the numbers of a platform are. */
export function PlatformFreshness({ platform, stats, groupId }: FreshnessProps) {
  return (
    <CardFreshness platform={platform} groupId={groupId} freshness={stats.freshness[platform]}>
      {PLATFORMS[platform].sessions && <SessionsLow />}
    </CardFreshness>
  )
}

type ViewsNoteProps = { platform: Platform; viewed: number; items: number; children: ReactNode }

/** Shows the number of items with known views, behind the views that they gained. */
function ViewsNote({ platform, viewed, items, children }: ViewsNoteProps) {
  const known = knownViews(platform, viewed, items)
  return (
    <Group gap="0 12px" align="baseline">
      {children}
      {known && (
        <Text fz="xs" c="dimmed">
          {known}
        </Text>
      )}
    </Group>
  )
}

type ViewsGainedProps = { platform: Platform; groupId: number | undefined; items: number }

/** Shows the views gained in the period of the page, and the change against the previous one. Reserves its line while loading. */
function ViewsGained({ platform, groupId, items }: ViewsGainedProps) {
  const { period } = usePeriod()
  const { data, isPlaceholderData } = useGains(groupId, period)
  const { isCompared } = useDataStarts(groupId, period)
  // Placeholder data are those of another period or group.
  const gains = isPlaceholderData ? undefined : data?.[platform]
  if (gains === undefined || items === 0)
    return (
      <Text fz="sm" c="dimmed">
        {items === 0 ? 'No data yet' : '\u00a0'}
      </Text>
    )
  return (
    <ViewsChange
      gained={gains.gained.views}
      previous={isCompared(platform) ? gains.previous.views : undefined}
      period={period}
    />
  )
}

type CardFreshnessProps = {
  platform: Platform
  groupId: number | undefined
  freshness: Schema<'PlatformFreshness'>
  /** Other reasons why scraping is delayed. */
  children?: ReactNode
}

/** Shows the age of a platform's numbers, the next scrape, and the accounts that cannot be scraped. */
function CardFreshness({ platform, groupId, freshness, children }: CardFreshnessProps) {
  const { accounts, last_scrape, oldest_scrape, next_scrape, waiting } = freshness
  // Without a group, an admin would first have to find the one with these accounts.
  const everywhere = useIsAdmin() && groupId === undefined
  if (accounts === 0) return null
  const problems = accountProblems(freshness)
  const link = (status: string) => ({
    pathname: everywhere && status !== PENDING ? '/attention' : `/${platform}`,
    search: new URLSearchParams({
      ...(groupId === undefined ? {} : { group: String(groupId) }),
      ...(everywhere && status !== PENDING && { platform }),
      status,
    }).toString(),
  })
  return (
    <div className={classes.freshness}>
      <div className={classes.times}>
        <span>Last updated: {last_scrape ? <RelativeTime iso={last_scrape} /> : 'Never'}</span>
        {next_scrape && <NextUpdate iso={next_scrape} />}
        {oldest_scrape && (
          <span>
            Oldest data: <RelativeTime iso={oldest_scrape} />
          </span>
        )}
      </div>
      {waiting && <WaitingNote of={waiting} />}
      {problems.length === 0 && !waiting && (
        <span className={classes.fine}>
          <IconCircleCheck size={16} stroke={1.75} aria-hidden className={classes.fineIcon} />
          {accounts === 1
            ? 'The account is up to date'
            : `All ${formatExact(accounts)} accounts are up to date`}
        </span>
      )}
      {problems.length > 0 && (
        <ul className={classes.problems}>
          {problems.map(({ status, text }) => (
            <li key={status}>
              <Link to={link(status)} className={classes.problem}>
                <AccountStatus status={status} text={text} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

/** Warns admins, who can add sessions, that there are too few of them. */
function SessionsLow() {
  const { data } = api.useQuery('get', '/api/admin/scraping/status', undefined, {
    enabled: useIsAdmin(),
    refetchInterval: POLL.adminOverview,
  })
  const text = data && sessionsLow(data.sessions)
  if (text === undefined) return null
  return (
    <Link to="/admin/sessions" className={classes.problem ?? ''}>
      <AccountStatus status="no_session" text={text} />
    </Link>
  )
}
