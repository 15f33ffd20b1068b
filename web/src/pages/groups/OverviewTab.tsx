import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { GainedViews } from '@/charts/history/GainedViews'
import { ActiveBadge } from '@/components/values/Badges'
import { intervalField } from '@/components/forms/interval'
import { PeriodSelect } from '@/components/forms/PeriodSelect'
import { ShareLinks } from '@/components/sharing/ShareLinks'
import { StatTile } from '@/components/layout/Panel'
import { EmptyState } from '@/components/layout/QueryView'
import { Count, DateTime, RelativeTime } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { formatCost } from '@/util/metrics/cost'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { roleOf } from '@/util/role'
import { daysPendingText } from '@/util/time/timeZone'
import { usePeriod } from '@/util/time/usePeriod'
import type { GroupDetails } from './queries'
import { AccountUsage, VideoUsage } from './UsageMeter'
import classes from './OverviewTab.module.css'

/** Shows usage, rules, members and share links of a group. */
export function OverviewTab({ group }: { group: GroupDetails }) {
  const { users } = group
  return (
    <Stack gap="lg">
      <PeriodSelect {...usePeriod()} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {PLATFORM_CODES.map((platform) => (
          <StatTile
            key={platform}
            label={`${PLATFORMS[platform].name} views`}
            platform={platform}
            note={
              <div className={classes.notes}>
                <GainedViews platform={platform} groupId={group.id} />
                <AccountUsage label="Accounts" group={group} platform={platform} />
                {platform === 'tiktok' && <VideoUsage group={group} />}
              </div>
            }
          >
            <Count value={group[platform].total_views} />
          </StatTile>
        ))}
      </SimpleGrid>
      <GroupRules group={group} />
      <div>
        <Title order={3} mb="sm">
          Users
        </Title>
        {users.length === 0 ? (
          <EmptyState title="No users yet" hint="Create a user and share the generated password." />
        ) : (
          <DataTable label="Users" columns={USER_COLUMNS} rows={users} rowKey={(user) => user.id} />
        )}
      </div>
      <div>
        <Title order={3} mb="sm">
          Share links
        </Title>
        <ShareLinks group={group} />
      </div>
    </Stack>
  )
}

/** Suffix of a rule that the group inherits. */
const THE_DEFAULT = ' (default)'

/** Shows the platform's defaults where the group has no rule of its own. */
function GroupRules({ group }: { group: GroupDetails }) {
  return (
    <dl className={classes.rules}>
      <dt>Who can manage accounts</dt>
      <dd>{group.members_manage_accounts ? 'All members' : 'Group admins only'}</dd>
      <dt>Cost</dt>
      <dd>
        {formatCost(group.cost_in_effect)}
        {!group.cost && THE_DEFAULT}
      </dd>
      {group.currency_in_effect && (
        <>
          <dt>Currency</dt>
          <dd>
            {group.currency_in_effect}
            {!group.currency && THE_DEFAULT}
          </dd>
        </>
      )}
      <dt>Time zone</dt>
      <dd>
        {group.time_zone ?? group.days_zone}
        {group.time_zone == null && THE_DEFAULT}
        {group.time_zone != null && group.time_zone !== group.days_zone && (
          <Text fz="sm" c="dimmed">
            {daysPendingText(group.days_zone)}
          </Text>
        )}
      </dd>
      {PLATFORM_CODES.map((platform) => (
        <Fragment key={platform}>
          <dt>{PLATFORMS[platform].name} update interval</dt>
          <dd>{everyMinutes(group[intervalField(platform)], group.intervals[platform])}</dd>
        </Fragment>
      ))}
      {group.scraper_pool && (
        <>
          <dt>Scraper pool</dt>
          <dd>{group.scraper_pool}</dd>
        </>
      )}
      {group.allowed_scraper_pools && (
        <>
          <dt>Accounts may use</dt>
          <dd>{group.allowed_scraper_pools.join(', ')}</dd>
        </>
      )}
    </dl>
  )
}

/** Formats a scrape interval; `own` is the group's override, if it has one. */
function everyMinutes(own: number | null | undefined, inEffect: number): string {
  return `Every ${inEffect} minutes${own == null ? THE_DEFAULT : ''}, less often while nothing is posted`
}

type User = GroupDetails['users'][number]

const USER_COLUMNS: Column<User>[] = [
  {
    title: 'Name',
    card: 'heading',
    cell: (user) => (
      <>
        <Text component="span" fz="sm" fw={600}>
          {user.full_name || user.username}
        </Text>
        <Text component="div" fz="xs" c="dimmed">
          {user.email}
        </Text>
      </>
    ),
  },
  { title: 'Username', card: 'foot', cell: ({ username }) => username },
  { title: 'Role', card: 'aside', cell: roleOf },
  { title: 'Status', card: 'foot', cell: (user) => <ActiveBadge active={user.is_active} /> },
  {
    title: 'Last sign-in',
    card: 'foot',
    quiet: true,
    cell: ({ last_login }) => (last_login ? <RelativeTime iso={last_login} /> : 'Never'),
  },
  {
    title: 'Created',
    card: 'foot',
    numeric: true,
    quiet: true,
    cell: ({ created_at }) => created_at && <DateTime iso={created_at} />,
  },
]
