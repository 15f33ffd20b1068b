import type { Schema } from '@/shared/api/types'
import { GainedViews } from '@/shared/history/GainedViews'
import { PlatformCard } from '@/shared/ui/PlatformCard'
import { CardFreshness } from './CardFreshness'

type Props = { stats: Schema<'DashboardStats'>; groupId: number | undefined }

export function InstagramCard({ stats, groupId }: Props) {
  return (
    <PlatformCard
      platform="instagram"
      groupId={groupId}
      freshness={
        <CardFreshness platform="instagram" groupId={groupId} freshness={stats.freshness.instagram} />
      }
      views={stats.instagram.total_views}
      change={<GainedViews platform="instagram" groupId={groupId} />}
      reactions={[
        { label: 'Likes', value: stats.instagram.total_likes },
        { label: 'Comments', value: stats.instagram.total_comments },
      ]}
      sources={[
        { label: 'Accounts tracked', value: stats.accounts.instagram },
        { label: 'Total posts', value: stats.content.instagram_posts },
      ]}
    />
  )
}

export function TiktokCard({ stats, groupId }: Props) {
  return (
    <PlatformCard
      platform="tiktok"
      groupId={groupId}
      freshness={<CardFreshness platform="tiktok" groupId={groupId} freshness={stats.freshness.tiktok} />}
      views={stats.tiktok.total_views}
      change={<GainedViews platform="tiktok" groupId={groupId} />}
      reactions={[
        { label: 'Likes', value: stats.tiktok.total_likes },
        { label: 'Comments', value: stats.tiktok.total_comments },
        { label: 'Shares', value: stats.tiktok.total_shares },
      ]}
      sources={[
        { label: 'Accounts tracked', value: stats.accounts.tiktok },
        { label: 'Total videos', value: stats.content.tiktok_videos },
      ]}
    />
  )
}
