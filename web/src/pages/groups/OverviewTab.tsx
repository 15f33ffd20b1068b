import { SimpleGrid, Stack, Title } from '@mantine/core'
import { GainedViews } from '@/charts/GainedViews'
import { Count } from '@/components/Values'
import { EmptyState } from '@/components/QueryView'
import { StatTile } from '@/components/Panel'
import { DataTable } from '@/table/DataTable'
import { GroupRules } from './GroupRules'
import type { GroupDetails } from './model'
import { UsageMeter } from './UsageMeter'
import { USER_COLUMNS } from './userColumns'
import classes from './OverviewTab.module.css'

/** Usage, rules and members of a group. */
export function OverviewTab({ group }: { group: GroupDetails }) {
  const { instagram, tiktok, users } = group
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <StatTile
          label="Instagram views"
          platform="instagram"
          note={
            <div className={classes.notes}>
              <GainedViews platform="instagram" groupId={group.id} />
              <UsageMeter label="Accounts" used={group.instagram_count} cap={group.max_instagram_accounts} />
            </div>
          }
        >
          <Count value={instagram.total_views} />
        </StatTile>
        <StatTile
          label="TikTok views"
          platform="tiktok"
          note={
            <div className={classes.notes}>
              <GainedViews platform="tiktok" groupId={group.id} />
              <UsageMeter label="Accounts" used={group.tiktok_count} cap={group.max_tiktok_accounts} />
            </div>
          }
        >
          <Count value={tiktok.total_views} />
        </StatTile>
      </SimpleGrid>
      <GroupRules group={group} />
      <div>
        <Title order={3} mb="sm">
          Users
        </Title>
        {users.length === 0 ? (
          <EmptyState title="No users yet" hint="Create one, and share the generated password." />
        ) : (
          <DataTable label="Users" columns={USER_COLUMNS} rows={users} rowKey={(user) => user.id} />
        )}
      </div>
    </Stack>
  )
}
