import { Button, Stack, Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustments } from '@tabler/icons-react'
import { PageHeader } from '@/components/Page'
import { GroupSelect } from '@/components/Selects'
import { AuditTab } from './audit/AuditTab'
import { OverviewTab } from './OverviewTab'
import { CapturesPanel } from './platforms/CapturesPanel'
import { ConfigPanel } from './platforms/ConfigPanel'
import { RevisionsPanel } from './platforms/RevisionsPanel'
import { TrafficPanel } from './platforms/TrafficPanel'
import { RunsTab } from './runs/RunsTab'
import { SettingsDialog } from './SettingsDialog'
import { useAdminView } from './view'

/** Padding beside tab labels: all tabs must fit in one row on a phone as well. */
const TAB_ROOM = { base: 'xs', xs: 'md' }

/** Tabs that can be filtered by client group; a run may include accounts of several groups. */
const OF_GROUPS: ReadonlySet<string> = new Set(['overview', 'audit'])

export function AdminPage() {
  const { tab, setTab, group, setGroup } = useAdminView()
  const [editing, { open, close }] = useDisclosure(false)
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        subtitle="Users, scraping and content of every client group"
        actions={
          <>
            {OF_GROUPS.has(tab) && <GroupSelect value={group} onChange={setGroup} />}
            <Button
              variant="default"
              leftSection={<IconAdjustments size={16} stroke={1.75} />}
              onClick={open}
            >
              Platform settings
            </Button>
          </>
        }
      />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab px={TAB_ROOM} value="overview">
            Overview
          </Tabs.Tab>
          <Tabs.Tab px={TAB_ROOM} value="runs">
            Runs
          </Tabs.Tab>
          <Tabs.Tab px={TAB_ROOM} value="audit">
            Audit log
          </Tabs.Tab>
          <Tabs.Tab px={TAB_ROOM} value="platforms">
            Diagnostics
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <OverviewTab groupId={group} />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunsTab />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditTab groupId={group} />
        </Tabs.Panel>
        <Tabs.Panel value="platforms">
          <DiagnosticsTab />
        </Tabs.Panel>
      </Tabs>
      <SettingsDialog opened={editing} onClose={close} />
    </>
  )
}

/** Shows what only developers and operators look up: traffic, responses and the platform configuration. */
function DiagnosticsTab() {
  return (
    <Stack gap="md">
      <TrafficPanel />
      <CapturesPanel />
      <ConfigPanel />
      <RevisionsPanel />
    </Stack>
  )
}
