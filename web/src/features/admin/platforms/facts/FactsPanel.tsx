import { Button, Group, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEdit } from '@tabler/icons-react'
import { useState } from 'react'
import { DataTable } from '@/shared/table/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { PanelHeader } from '@/shared/ui/PanelHeader'
import { QueryView } from '@/shared/ui/QueryView'
import { SegmentedFilter } from '@/shared/ui/SegmentedFilter'
import { EditFacts } from './EditFacts'
import { FACT_COLUMNS } from './factColumns'
import { factsOf } from './facts'
import { FactsManaged } from './FactsManaged'
import { FactsVersion } from './FactsVersion'
import { useFacts } from './queries'

const SKELETON_HEIGHT = 320

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'changed', label: 'Changed' },
] as const

/** What scrapers know of the platforms, who says so, and the way to say something else. */
export function FactsPanel() {
  const facts = useFacts()
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('all')
  const [editing, { open, close }] = useDisclosure(false)
  return (
    <Panel aria-label="Facts">
      <PanelHeader
        title="Facts"
        actions={
          <Group gap="sm">
            <SegmentedFilter label="Facts shown" options={SHOWN} value={shown} onChange={setShown} />
            {facts.data && facts.data.managed == null && (
              <Button variant="default" leftSection={<IconEdit size={16} stroke={1.75} />} onClick={open}>
                Change facts
              </Button>
            )}
          </Group>
        }
      />
      <QueryView query={facts} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
        {(data) => {
          const rows = factsOf(data).filter(({ origin }) => shown === 'all' || origin !== 'shipped')
          return (
            <>
              {data.managed && <FactsManaged by={data.managed} />}
              <FactsVersion of={data} />
              {rows.length === 0 ? (
                <EmptyState
                  title="Nothing differs from the release"
                  hint="What is found in a platform’s scripts or said by an admin stands here."
                />
              ) : (
                <DataTable
                  label="Facts that hold"
                  columns={FACT_COLUMNS}
                  rows={rows}
                  rowKey={({ place }) => place}
                  view={shown}
                />
              )}
              {editing && <EditFacts facts={data} onClose={close} />}
            </>
          )
        }}
      </QueryView>
    </Panel>
  )
}
