import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import type { PlatformItem } from '@/api/fields'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { Count, Engagement } from '@/components/values/Values'
import { TOP_ITEMS } from '@/util/constants'
import { unknownReason, type ItemMetrics } from '@/util/metrics/metrics'
import { itemsTitle, type Platform } from '@/util/platform'
import { Link } from '@/util/url/Link'
import { idParameter, withParameters } from '@/util/url/urlParams'
import { ItemList, ItemRow } from './ItemRow'
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
        <ItemList ranked>
          {items.slice(0, TOP_ITEMS).map((item, index) => (
            <ItemRow
              key={item.id}
              platform={platform}
              item={item}
              rank={unknownReason('views', item) === undefined ? index + 1 : undefined}
            >
              <TopNumbers item={item} />
            </ItemRow>
          ))}
        </ItemList>
      )}
    </Panel>
  )
}

/** Returns the address of all items of a platform and group, the most viewed first. */
function mostViewed(platform: Platform, groupId: number | undefined): string {
  const parameters = { tab: platform, sort: 'views', group: idParameter(groupId) }
  return `/all-data?${withParameters(new URLSearchParams(), parameters).toString()}`
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
        <div className={classes.detail}>
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
      <div className={classes.detail}>
        <Engagement value={item.engagement_rate} unknown={unknownReason('engagement', item)} />
        {' engagement'}
      </div>
    </>
  )
}
