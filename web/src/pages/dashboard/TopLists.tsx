import { Group, Text, Title, VisuallyHidden } from '@mantine/core'
import type { Schema } from '@/api/types'
import { AvailabilityBadge } from '@/components/Badges'
import { Panel, PlatformMark } from '@/components/Panel'
import { ExternalLink } from '@/components/Texts'
import { Count, Engagement } from '@/components/Values'
import { TOP_ITEMS } from '@/util/constants'
import { unknownReason, type ItemMetrics } from '@/util/metrics'
import type { Platform } from '@/util/platform'
import type { Availability } from '@/util/states'
import classes from './TopLists.module.css'

export function TopPosts({ posts }: { posts: Schema<'InstagramPost'>[] }) {
  const items = posts.map((post) => ({ ...post, name: post.shortcode }))
  return <TopList platform="instagram" title="Top Instagram Posts" items={items} />
}

export function TopVideos({ videos }: { videos: Schema<'TiktokVideo'>[] }) {
  const items = videos.map((video) => ({ ...video, name: video.caption.trim() || video.video_id }))
  return <TopList platform="tiktok" title="Top TikTok Videos" items={items} />
}

type Item = ItemMetrics &
  Availability & {
    id: number
    name: string
    url: string
    username: string
  }
type TopListProps = { platform: Platform; title: string; items: Item[] }

/** Shows the most viewed items of a platform, each with a link to the platform. */
function TopList({ platform, title, items }: TopListProps) {
  return (
    <Panel aria-label={title}>
      <Group gap={10} mb="md">
        <PlatformMark platform={platform} />
        <Title order={2}>{title}</Title>
      </Group>
      {items.length === 0 ? (
        <Text c="dimmed">No recent activity</Text>
      ) : (
        <ol className={classes.list}>
          {items.slice(0, TOP_ITEMS).map((item, index) => (
            <li key={item.id} className={classes.item}>
              <span className={classes.rank} aria-hidden>
                {unknownReason('views', item) === undefined && index + 1}
              </span>
              <div className={classes.name}>
                <ExternalLink href={item.url} className={classes.link ?? ''}>
                  {item.name}
                </ExternalLink>
                <div className={classes.account}>
                  @{item.username} <AvailabilityBadge of={item} />
                </div>
              </div>
              <div className={classes.numbers}>
                <TopNumbers item={item} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** Shows an item's views and engagement rate; its likes if the platform does not report views. */
function TopNumbers({ item }: { item: ItemMetrics }) {
  const noViews = unknownReason('views', item)
  if (noViews !== undefined) {
    return (
      <>
        <div className={classes.views}>
          <Count value={item.likes} unknown={unknownReason('likes', item)} />
          <span className={classes.unit}> likes</span>
        </div>
        <div className={classes.account}>
          <span aria-hidden data-tip={noViews}>
            views not known
          </span>
          <VisuallyHidden>{noViews}</VisuallyHidden>
        </div>
      </>
    )
  }
  return (
    <>
      <div className={classes.views}>
        <Count value={item.views} />
        <span className={classes.unit}> views</span>
      </div>
      <div className={classes.account}>
        <Engagement value={item.engagement_rate} unknown={unknownReason('engagement', item)} />
        {' engagement'}
      </div>
    </>
  )
}
