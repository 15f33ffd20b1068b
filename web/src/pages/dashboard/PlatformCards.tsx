import type { Schema } from '@/api/types'
import { PlatformCard } from '@/components/PlatformCard'
import { CardFreshness } from './CardFreshness'
import { SessionsLow } from './SessionsLow'
import { ViewsNote } from './ViewsNote'

type Props = { stats: Schema<'DashboardStats'>; groupId: number | undefined }

export function InstagramCard({ stats, groupId }: Props) {
  return (
    <PlatformCard
      platform="instagram"
      groupId={groupId}
      freshness={
        <CardFreshness platform="instagram" groupId={groupId} freshness={stats.freshness.instagram}>
          <SessionsLow />
        </CardFreshness>
      }
      views={stats.instagram.total_views}
      change={
        <ViewsNote
          platform="instagram"
          groupId={groupId}
          viewed={stats.instagram.viewed}
          items={stats.content.instagram_posts}
        />
      }
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
      change={
        <ViewsNote
          platform="tiktok"
          groupId={groupId}
          viewed={stats.tiktok.viewed}
          items={stats.content.tiktok_videos}
        />
      }
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
