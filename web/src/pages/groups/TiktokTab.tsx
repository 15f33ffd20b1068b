import type { GroupDetails } from './model'
import { PlatformPanel } from './PlatformPanel'

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
