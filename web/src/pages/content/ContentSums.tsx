import { useGroups } from '@/api/client'
import { useIsAdmin } from '@/api/session'
import { Count, Cpm, Engagement } from '@/components/values/Values'
import type { TableView } from '@/table/tableView'
import { formatChange, formatMoney } from '@/util/format'
import { COUNT_OPTIONS, isReported } from '@/util/metrics/metrics'
import { COST_TITLE } from './columns'
import { useContentSums } from './queries'
import { platformsIn, type TableCode } from './tables'
import classes from './ContentSums.module.css'

type Props = {
  table: TableCode
  view: TableView
  /** The group whose items are summed up; undefined for those of all groups. */
  groupId: number | undefined
  /** Currency of the cost. */
  currency: string | null
}

/** Shows the sums over all filtered items, on every page of the table; nothing without a filter or a group. */
export function ContentSums({ table, view, groupId, currency }: Props) {
  const { sums, waiting } = useContentSums(table, view, groupId)
  const whose = useWhose(groupId)
  if (sums == null) return null
  const options = COUNT_OPTIONS.filter(({ value }) =>
    platformsIn(table).some((platform) => isReported(value, platform)),
  )
  return (
    <dl className={classes.sums} aria-label="Totals" aria-busy={waiting}>
      <div>
        <dt>Totals</dt>
        <dd className={classes.whose}>{whose}</dd>
      </div>
      {options.map(({ value, label }) => (
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
          <dt>{COST_TITLE}</dt>
          <dd>{formatMoney(sums.cost, currency)}</dd>
        </div>
      )}
      {sums.cpm != null && (
        <div>
          <dt>CPM</dt>
          <dd>
            <Cpm value={sums.cpm} currency={currency} />
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

/** Names the group whose items are summed up. */
function useWhose(groupId: number | undefined): string {
  const admin = useIsAdmin()
  const groups = useGroups({ enabled: admin && groupId !== undefined }).data?.groups
  if (groupId === undefined) return 'All Groups'
  return admin ? (groups?.find((group) => group.id === groupId)?.name ?? `Group ${groupId}`) : 'My group'
}
