import { Button, Group, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEdit } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState, QueryView } from '@/components/QueryView'
import { Panel, PanelHeader } from '@/components/Panel'
import { SegmentedFilter } from '@/components/Selects'
import { DataTable } from '@/table/DataTable'
import { entriesOf } from './config'
import { CONFIG_COLUMNS } from './configColumns'
import { usePlatformConfig } from './configQueries'
import { CurrentRevision } from './CurrentRevision'
import { EditConfig } from './EditConfig'
import { ManagedConfig } from './ManagedConfig'

const SKELETON_HEIGHT = 320

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'changed', label: 'Changed' },
] as const

/** The platform configuration with the source of each value, and the dialog to override values. */
export function ConfigPanel() {
  const config = usePlatformConfig()
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('all')
  const [editing, { open, close }] = useDisclosure(false)
  return (
    <Panel aria-label="Platform configuration">
      <PanelHeader
        title="Platform configuration"
        actions={
          <Group gap="sm">
            <SegmentedFilter label="Settings shown" options={SHOWN} value={shown} onChange={setShown} />
            {config.data && config.data.managed == null && (
              <Button variant="default" leftSection={<IconEdit size={16} stroke={1.75} />} onClick={open}>
                Edit configuration
              </Button>
            )}
          </Group>
        }
      />
      <QueryView query={config} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
        {(data) => {
          const rows = entriesOf(data).filter(({ source }) => shown === 'all' || source !== 'shipped')
          return (
            <>
              {data.managed && <ManagedConfig by={data.managed} />}
              <CurrentRevision of={data} />
              {rows.length === 0 ? (
                <EmptyState
                  title="No changes from the release"
                  hint="Values discovered in platform scripts or set by an admin appear here."
                />
              ) : (
                <DataTable
                  label="Effective configuration"
                  columns={CONFIG_COLUMNS}
                  rows={rows}
                  rowKey={({ place }) => place}
                  view={shown}
                />
              )}
              {editing && <EditConfig config={data} onClose={close} />}
            </>
          )
        }}
      </QueryView>
    </Panel>
  )
}
