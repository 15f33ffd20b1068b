import { Anchor, Group, Stack, Title } from '@mantine/core'
import { Link } from 'react-router'
import { Count, Cpm, Engagement } from '@/components/Values'
import { EmptyState } from '@/components/QueryView'
import { StatTile } from '@/components/Panel'
import { DataTable } from '@/table/DataTable'
import { PLATFORMS, type Platform } from '@/util/platform'
import { accountColumns, type GroupAccount } from './accountColumns'
import { itemColumns, type GroupItem } from './itemColumns'
import { useGroupsView } from './useGroupsView'
import classes from './PlatformPanel.module.css'

type Props = {
  platform: Platform
  counts: [label: string, value: number][]
  averages: { total_views: number; avg_cpm: number; avg_engagement: number }
  accounts: GroupAccount[]
  items: GroupItem[]
}

/** One platform of a group: totals, accounts, and latest items. */
export function PlatformPanel({ platform, counts, averages, accounts, items }: Props) {
  const { group } = useGroupsView()
  const { name, items: noun } = PLATFORMS[platform]
  const unknown = averages.total_views === 0 ? 'Not known: no views measured yet' : undefined
  return (
    <Stack gap="lg">
      <div className={classes.tiles}>
        {counts.map(([label, value]) => (
          <StatTile key={label} label={label}>
            <Count value={value} />
          </StatTile>
        ))}
        <StatTile label="Avg CPM">
          <Cpm value={averages.avg_cpm} unknown={unknown} />
        </StatTile>
        <StatTile label="Avg engagement">
          <Engagement value={averages.avg_engagement} unknown={unknown} />
        </StatTile>
      </div>
      <div>
        <Group justify="space-between" mb="sm">
          <Title order={3}>Accounts</Title>
          <Anchor component={Link} to={`/${platform}?group=${group}`} fz="sm">
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
      </div>
      <div>
        <Title order={3} mb="sm">
          Recent {noun}
        </Title>
        {items.length === 0 ? (
          <EmptyState title={`No ${noun} yet`} hint="They appear after a successful scrape." />
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
