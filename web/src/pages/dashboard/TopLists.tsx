import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { itemIdOf, type PlatformItem } from '@/api/fields'
import { AvailabilityBadge, OutlierBadge } from '@/components/Badges'
import { Panel, PanelHeader } from '@/components/Panel'
import { Thumbnail } from '@/components/Picture'
import { ExternalLink } from '@/components/Texts'
import { Count, Engagement } from '@/components/Values'
import { TOP_ITEMS } from '@/util/constants'
import { unknownReason, type ItemMetrics } from '@/util/metrics'
import { itemsTitle, type Platform } from '@/util/platform'
import { idParameter, withParameters } from '@/util/urlParams'
import classes from './TopLists.module.css'

type Props = { platform: Platform; groupId: number | undefined; items: PlatformItem[] }

/** Shows the most viewed items of a platform, each with a link to the platform, and a link to the others. */
export function TopList({ platform, groupId, items }: Props) {
  const title = `Top ${itemsTitle(platform)}`
  return (
    <Panel aria-label={title}>
      <PanelHeader
        title={title}
        platform={platform}
        actions={
          items.length > 0 && (
            <Anchor
              component={Link}
              to={mostViewed(platform, groupId)}
              fz="sm"
              aria-label={`See all ${title}`}
            >
              See all
            </Anchor>
          )
        }
      />
      {items.length === 0 ? (
        <Text c="dimmed">No recent activity</Text>
      ) : (
        <ol className={classes.list}>
          {items.slice(0, TOP_ITEMS).map((item, index) => (
            <li key={item.id} className={classes.item}>
              <span className={classes.rank} aria-hidden>
                {unknownReason('views', item) === undefined && index + 1}
              </span>
              <Thumbnail platform={platform} picture={item.picture} kind={item.media_kind} />
              <div className={classes.name}>
                <ExternalLink href={item.url} className={classes.link ?? ''}>
                  {itemName(platform, item)}
                </ExternalLink>
                <div className={classes.account}>
                  @{item.username} <AvailabilityBadge of={item} />{' '}
                  <OutlierBadge views={item.views} usual={item.usual_views} />
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

/** Returns the address of all items of a platform and group, the most viewed first. */
function mostViewed(platform: Platform, groupId: number | undefined): string {
  const parameters = { tab: platform, sort: 'views', group: idParameter(groupId) }
  return `/all-data?${withParameters(new URLSearchParams(), parameters).toString()}`
}

/** Returns the caption of an item, or the platform's ID if there is none. */
export function itemName(platform: Platform, item: PlatformItem): string {
  return item.caption.trim() || itemIdOf(platform, item)
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
            no view count
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
