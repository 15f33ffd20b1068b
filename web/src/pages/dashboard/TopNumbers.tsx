import { VisuallyHidden } from '@mantine/core'
import { Count, Engagement } from '@/components/Values'
import type { ItemMetrics } from '@/table/metricColumns'
import { unknownReason } from '@/util/metrics'
import classes from './TopList.module.css'

/** An item's views and engagement rate; its likes if the platform does not report views. */
export function TopNumbers({ item }: { item: ItemMetrics }) {
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
