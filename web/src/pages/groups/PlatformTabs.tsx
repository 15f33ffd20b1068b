import { Anchor, Group, Stack, Title } from '@mantine/core'
import { Link } from 'react-router'
import { StatTile } from '@/components/Panel'
import { EmptyState } from '@/components/QueryView'
import { Count, Cpm, Engagement } from '@/components/Values'
import { DataTable } from '@/table/DataTable'
import { PLATFORMS, type Platform } from '@/util/platform'
import { accountColumns, itemColumns, type GroupAccount, type GroupItem } from './columns'
import type { GroupDetails } from './queries'
import { useGroupsView } from './view'
import classes from './PlatformTabs.module.css'

export function InstagramTab({ group: { instagram } }: { group: GroupDetails }) {
  return (
    <PlatformPanel
      platform="instagram"
      counts={[
        ['Total views', instagram.total_views],
        ['Total likes', instagram.total_likes],
        ['Total comments', instagram.total_comments],
        ['Total posts', instagram.total_posts],
      ]}
      averages={instagram}
      accounts={instagram.accounts.map((account) => ({ ...account, count: account.post_count }))}
      items={instagram.recent_posts.map((post) => ({
        ...post,
        name: post.shortcode,
        posted: post.post_timestamp ?? null,
      }))}
    />
  )
}

export function TiktokTab({ group: { tiktok } }: { group: GroupDetails }) {
  return (
    <PlatformPanel
      platform="tiktok"
      counts={[
        ['Total views', tiktok.total_views],
        ['Total likes', tiktok.total_likes],
        ['Total comments', tiktok.total_comments],
        ['Total shares', tiktok.total_shares],
        ['Total videos', tiktok.total_videos],
      ]}
      averages={tiktok}
      accounts={tiktok.accounts.map((account) => ({ ...account, count: account.video_count }))}
      items={tiktok.recent_videos.map((video) => ({
        ...video,
        name: video.video_id,
        posted: video.video_timestamp ?? null,
      }))}
    />
  )
}

type PlatformPanelProps = {
  platform: Platform
  counts: [label: string, value: number][]
  averages: { total_views: number; avg_cpm: number; avg_engagement: number }
  accounts: GroupAccount[]
  items: GroupItem[]
}

/** Shows one platform of a group: totals, accounts, and latest items. */
function PlatformPanel({ platform, counts, averages, accounts, items }: PlatformPanelProps) {
  const { group } = useGroupsView()
  const { name, items: noun } = PLATFORMS[platform]
  const unknown = averages.total_views === 0 ? 'Not known: no views measured yet' : undefined
  return (
    <Stack gap="lg">
      <div className={classes.tiles}>
        {counts.map(([label, value]) => (
          <StatTile key={label} label={label}>
            <Count value={value} />
          </StatTile>
        ))}
        <StatTile label="Avg CPM">
          <Cpm value={averages.avg_cpm} unknown={unknown} />
        </StatTile>
        <StatTile label="Avg engagement">
          <Engagement value={averages.avg_engagement} unknown={unknown} />
        </StatTile>
      </div>
      <div>
        <Group justify="space-between" mb="sm">
          <Title order={3}>Accounts</Title>
          <Anchor component={Link} to={`/${platform}?group=${group}`} fz="sm">
            Manage {name} accounts
          </Anchor>
        </Group>
        {accounts.length === 0 ? (
          <EmptyState title="No accounts yet" hint={`Add public ${name} accounts on the ${name} page.`} />
        ) : (
          <DataTable
            label="Accounts"
            columns={accountColumns(platform)}
            rows={accounts}
            rowKey={(account) => account.id}
          />
        )}
      </div>
      <div>
        <Title order={3} mb="sm">
          Recent {noun}
        </Title>
        {items.length === 0 ? (
          <EmptyState title={`No ${noun} yet`} hint="They appear after a successful scrape." />
        ) : (
          <DataTable
            label={`Recent ${noun}`}
            columns={itemColumns(platform)}
            rows={items}
            rowKey={(item) => item.id}
          />
        )}
      </div>
    </Stack>
  )
}
