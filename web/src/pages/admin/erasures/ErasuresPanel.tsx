import { Skeleton } from '@mantine/core'
import { EmptyState, QueryView } from '@/components/QueryView'
import { Panel, PanelHeader } from '@/components/Panel'
import { useErasures } from '@/pages/admin/erasuresQueries'
import { DataTable } from '@/table/DataTable'
import { EraseHandle } from './EraseHandle'
import { ERASURE_COLUMNS } from './erasureColumns'

const SKELETON_HEIGHT = 96

/** List of erasures with time and extent, but without the handle. */
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
              title="No erasures yet"
              hint="Data subjects may request erasure of all data collected about them."
            />
          ) : (
            <DataTable label="Erasures" columns={ERASURE_COLUMNS} rows={rows} rowKey={({ id }) => id} />
          )
        }
      </QueryView>
    </Panel>
  )
}
