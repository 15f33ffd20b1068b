import { Anchor, Group, Stack, Title } from '@mantine/core'
import { countedAccount, itemTotalOf, namedItem, recentItemsIn, totalOf } from '@/api/fields'
import { StatTile } from '@/components/layout/Panel'
import { EmptyState } from '@/components/layout/QueryView'
import { Count, Cpm, Engagement, Quantity } from '@/components/values/Values'
import { DataTable } from '@/table/DataTable'
import { formatExact } from '@/util/format'
import { cardCountsOf, unknownAverages } from '@/util/metrics/metrics'
import { PLATFORMS, type Platform } from '@/util/platform'
import { Link } from '@/util/url/Link'
import { accountColumns, itemColumns } from './columns'
import type { GroupDetails } from './queries'
import classes from './PlatformTab.module.css'

type Props = { platform: Platform; group: GroupDetails }

/** Shows one platform of a group: totals, the first accounts, and latest items. */
export function PlatformTab({ platform, group }: Props) {
  const totals = group[platform]
  const accounts = totals.accounts.map((account) => countedAccount(platform, account))
  const tracked = group[`${platform}_count`]
  const list = `/${platform}?group=${group.id}`
  const items = recentItemsIn(platform, totals).map((item) => namedItem(platform, item))
  const { name, items: noun } = PLATFORMS[platform]
  const unknown = unknownAverages(totals)
  return (
    <Stack gap="lg">
      <div className={classes.tiles}>
        {cardCountsOf(platform).map(({ value: metric }) => (
          <StatTile key={metric} label={`Total ${metric}`}>
            <Count value={totalOf(metric, totals)} />
          </StatTile>
        ))}
        <StatTile label={`Total ${noun}`}>
          <Quantity value={itemTotalOf(platform, totals)} />
        </StatTile>
        <StatTile label="Avg CPM">
          <Cpm value={totals.avg_cpm} unknown={unknown.cpm} currency={group.currency_in_effect} />
        </StatTile>
        <StatTile label="Avg engagement">
          <Engagement value={totals.avg_engagement} unknown={unknown.engagement} />
        </StatTile>
      </div>
      <div>
        <Group justify="space-between" mb="sm">
          <Title order={3}>Accounts</Title>
          <Anchor component={Link} to={list} fz="sm">
            Manage {name} accounts
          </Anchor>
        </Group>
        {accounts.length === 0 ? (
          <EmptyState title="No accounts yet" hint={`Add public ${name} accounts on the ${name} page.`} />
        ) : (
          <DataTable
            label="Accounts"
            columns={accountColumns(platform)}
            rows={accounts}
            rowKey={(account) => account.id}
          />
        )}
        {tracked > accounts.length && (
          <Anchor component={Link} to={list} fz="sm" display="block" mt="sm">
            All {formatExact(tracked)} accounts
          </Anchor>
        )}
      </div>
      <div>
        <Title order={3} mb="sm">
          Recent {noun}
        </Title>
        {items.length === 0 ? (
          <EmptyState title={`No ${noun} yet`} hint="They appear after the first update." />
        ) : (
          <DataTable
            label={`Recent ${noun}`}
            columns={itemColumns(platform)}
            rows={items}
            rowKey={(item) => item.id}
          />
        )}
      </div>
    </Stack>
  )
}
