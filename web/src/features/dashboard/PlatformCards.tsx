import type { Schema } from '@/shared/api/types'
import { PlatformCard } from './PlatformCard'

type Props = { stats: Schema<'DashboardStats'> }

export function InstagramCard({ stats }: Props) {
  return (
    <PlatformCard
      platform="instagram"
      views={stats.instagram.total_views}
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

export function TiktokCard({ stats }: Props) {
  return (
    <PlatformCard
      platform="tiktok"
      views={stats.tiktok.total_views}
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
