import type { Schema } from '@/api/types'
import { GainedViews } from '@/charts/GainedViews'
import { PlatformCard } from '@/components/PlatformCard'
import { RECENT_HOURS } from '@/util/constants'

type Props = { overview: Schema<'AdminOverview'>; groupId: number | undefined }

const RECENT = `Recent (${RECENT_HOURS}h)`

export function InstagramStats({ overview: { content, engagement }, groupId }: Props) {
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

export function TiktokStats({ overview: { content, engagement }, groupId }: Props) {
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
