import { Skeleton } from '@mantine/core'
import { DataTable } from '@/shared/table/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { PanelHeader } from '@/shared/ui/PanelHeader'
import { QueryView } from '@/shared/ui/QueryView'
import { EraseHandle } from './EraseHandle'
import { ERASURE_COLUMNS } from './erasureColumns'
import { useErasures } from './queries'

const SKELETON_HEIGHT = 96

/** Whose data was erased for good: when and how much, but not whose. */
export function ErasuresPanel() {
  const erasures = useErasures()
  return (
    <Panel aria-label="Erased Handles">
      <PanelHeader title="Erased Handles" actions={<EraseHandle />} />
      <QueryView
        query={erasures}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ erasures: rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="Nothing was erased yet"
              hint="Whoever asks for it has the right that all that was collected of them goes, wherever it is."
            />
          ) : (
            <DataTable label="Erasures" columns={ERASURE_COLUMNS} rows={rows} rowKey={({ id }) => id} />
          )
        }
      </QueryView>
    </Panel>
  )
}
