import { Box, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { Schema } from '@/api/types'
import { GainedViews } from '@/charts/GainedViews'
import { StatTile } from '@/components/Panel'
import { PlatformCard } from '@/components/PlatformCard'
import { QueryView } from '@/components/QueryView'
import { RECENT_HOURS } from '@/util/constants'
import { formatExact } from '@/util/format'
import { DeletionsPanel } from './deletions/DeletionsPanel'
import { ErasuresPanel } from './erasures/ErasuresPanel'
import { useOverview } from './queries'
import { ScrapingPanel } from './ScrapingPanel'
import { UsersPanel } from './users/UsersPanel'

const SKELETON_HEIGHT = 320

export function OverviewTab({ groupId }: { groupId: number | undefined }) {
  const overview = useOverview(groupId)
  return (
    <Stack gap="md">
      <QueryView
        query={overview}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {(data) => (
          <Box aria-busy={overview.isPlaceholderData} opacity={overview.isPlaceholderData ? 0.5 : 1}>
            <OverviewTiles overview={data} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" mt="md">
              <InstagramStats overview={data} groupId={groupId} />
              <TiktokStats overview={data} groupId={groupId} />
            </SimpleGrid>
          </Box>
        )}
      </QueryView>
      <ScrapingPanel groupId={groupId} />
      <UsersPanel groupId={groupId} />
      <DeletionsPanel />
      <ErasuresPanel />
    </Stack>
  )
}

function OverviewTiles({ overview: { users, accounts } }: { overview: Schema<'AdminOverview'> }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile label="Total Users">{formatExact(users.total)}</StatTile>
      <StatTile label="Active Users">{formatExact(users.active)}</StatTile>
      <StatTile label="Instagram Accounts" platform="instagram">
        {formatExact(accounts.instagram)}
      </StatTile>
      <StatTile label="TikTok Accounts" platform="tiktok">
        {formatExact(accounts.tiktok)}
      </StatTile>
    </SimpleGrid>
  )
}

type PlatformStatsProps = { overview: Schema<'AdminOverview'>; groupId: number | undefined }

const RECENT = `Recent (${RECENT_HOURS}h)`

function InstagramStats({ overview: { content, engagement }, groupId }: PlatformStatsProps) {
  const { views, likes, comments } = engagement.instagram
  return (
    <PlatformCard
      platform="instagram"
      groupId={groupId}
      views={views}
      change={<GainedViews platform="instagram" groupId={groupId} />}
      reactions={[
        { label: 'Likes', value: likes },
        { label: 'Comments', value: comments },
      ]}
      sources={[
        { label: 'Total posts', value: content.instagram_posts },
        { label: RECENT, value: content.recent_instagram },
      ]}
    />
  )
}

function TiktokStats({ overview: { content, engagement }, groupId }: PlatformStatsProps) {
  const { views, likes, comments, shares } = engagement.tiktok
  return (
    <PlatformCard
      platform="tiktok"
      groupId={groupId}
      views={views}
      change={<GainedViews platform="tiktok" groupId={groupId} />}
      reactions={[
        { label: 'Likes', value: likes },
        { label: 'Comments', value: comments },
        { label: 'Shares', value: shares },
      ]}
      sources={[
        { label: 'Total videos', value: content.tiktok_videos },
        { label: RECENT, value: content.recent_tiktok },
      ]}
    />
  )
}
