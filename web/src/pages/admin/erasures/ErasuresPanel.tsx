import { Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLockOpen } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { IconButton } from '@/components/buttons/IconButton'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { DateTime, Quantity } from '@/components/values/Values'
import { useErasures, useReloadErasures } from '@/pages/admin/queries'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { formatDate } from '@/util/format'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'
import { EraseHandle } from './EraseHandle'

const SKELETON_HEIGHT = 96

/** Lists the erasures with time and extent, but without the handle. */
export function ErasuresPanel() {
  const erasures = useErasures()
  return (
    <Panel aria-label="Erased accounts">
      <PanelHeader title="Erased accounts" actions={<EraseHandle />} />
      <QueryView
        query={erasures}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ erasures: rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No erasure requests yet"
              hint="Delete everything collected about a person on request (GDPR)."
            />
          ) : (
            <DataTable label="Erasures" columns={ERASURE_COLUMNS} rows={rows} rowKey={({ id }) => id} />
          )
        }
      </QueryView>
    </Panel>
  )
}

type Erasure = Schema<'ErasureEntry'>

const ERASURE_COLUMNS: Column<Erasure>[] = [
  { title: 'Erased', card: 'heading', cell: ({ at }) => <DateTime iso={at} /> },
  { title: 'Platform', card: 'heading', cell: ({ platform }) => PLATFORMS[platform].name },
  { title: 'By', card: 'text', cell: ({ erased_by: by }) => by || 'Command line' },
  { title: 'Accounts', card: 'metric', numeric: true, cell: ({ accounts }) => <Quantity value={accounts} /> },
  { title: 'Items', card: 'metric', numeric: true, cell: ({ items }) => <Quantity value={items} /> },
  { title: 'Actions', card: 'foot', actions: true, cell: (erasure) => <AllowHandle erasure={erasure} /> },
]

/** Allows an erased handle to be added again. */
function AllowHandle({ erasure: { id, at } }: { erasure: Schema<'ErasureEntry'> }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadErasures()
  const lift = api.useMutation('delete', '/api/admin/erasures/{id}', {
    onSuccess: async () => {
      toast.success(ADMIN_SUCCESS.handleAllowed)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.allowHandle)),
  })
  return (
    <>
      <IconButton
        icon={IconLockOpen}
        label="Allow again"
        name={`Allow the account erased on ${formatDate(at)}`}
        shortLabel="Allow"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title="Allow this account again?"
        consequence="It can then be tracked like any other. Erased data is not restored."
        confirm="Allow again"
        busy={lift.isPending}
        onConfirm={() => lift.mutate({ params: { path: { id } } })}
        onClose={close}
      />
    </>
  )
}
