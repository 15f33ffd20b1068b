import { Count, Cpm, Engagement } from '@/components/Values'
import type { TableView } from '@/table/tableView'
import { formatChange, formatMoney } from '@/util/format'
import { countOptionsOf } from '@/util/metrics'
import type { Platform } from '@/util/platform'
import { useContentSums } from './queries'
import classes from './ContentSums.module.css'

type Props = { platform: Platform; view: TableView; groupId: number | undefined }

/** Shows the sums over all filtered items, on every page of the table; nothing without a filter or a group. */
export function ContentSums({ platform, view, groupId }: Props) {
  const { sums, waiting } = useContentSums(platform, view, groupId)
  if (sums == null) return null
  return (
    <dl className={classes.sums} aria-label="Sums" aria-busy={waiting}>
      {countOptionsOf(platform).map(({ value, label }) => (
        <div key={value}>
          <dt>{label}</dt>
          <dd>
            <Count value={sums[value]} />
          </dd>
        </div>
      ))}
      {sums.gained_views != null && (
        <div>
          <dt>Gained</dt>
          <dd>{formatChange(sums.gained_views)}</dd>
        </div>
      )}
      {sums.cost != null && (
        <div>
          <dt>Cost</dt>
          <dd>{formatMoney(sums.cost, null)}</dd>
        </div>
      )}
      {sums.cpm != null && (
        <div>
          <dt>CPM</dt>
          <dd>
            <Cpm value={sums.cpm} />
          </dd>
        </div>
      )}
      {sums.engagement_rate != null && (
        <div>
          <dt>Engagement</dt>
          <dd>
            <Engagement value={sums.engagement_rate} />
          </dd>
        </div>
      )}
    </dl>
  )
}
