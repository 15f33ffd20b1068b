import type { GroupDetails } from './model'
import { PlatformPanel } from './PlatformPanel'

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
