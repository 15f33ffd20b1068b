import { Button, Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustments } from '@tabler/icons-react'
import { PageHeader } from '@/components/Page'
import { GroupSelect } from '@/components/Selects'
import { dialogOnDemand, onDemand } from '@/util/onDemand'
import { OverviewTab } from './OverviewTab'
import { useAdminView } from './view'

const AuditTab = onDemand(() => import('./audit/AuditTab').then((file) => file.AuditTab))
const RunsTab = onDemand(() => import('./runs/RunsTab').then((file) => file.RunsTab))
const DiagnosticsTab = onDemand(() =>
  import('./platforms/DiagnosticsTab').then((file) => file.DiagnosticsTab),
)
const SettingsDialog = dialogOnDemand(() => import('./SettingsDialog').then((file) => file.SettingsDialog))

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
