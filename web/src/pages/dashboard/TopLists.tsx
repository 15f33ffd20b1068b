import type { Schema } from '@/api/types'
import { TopList } from './TopList'

export function TopPosts({ posts }: { posts: Schema<'InstagramPost'>[] }) {
  const items = posts.map((post) => ({ ...post, name: post.shortcode }))
  return <TopList platform="instagram" title="Top Instagram Posts" items={items} />
}

export function TopVideos({ videos }: { videos: Schema<'TiktokVideo'>[] }) {
  const items = videos.map((video) => ({ ...video, name: video.caption.trim() || video.video_id }))
  return <TopList platform="tiktok" title="Top TikTok Videos" items={items} />
}
