import { AddSessionsDialog } from './AddSessionsDialog'
import { BulkImportDialog } from './BulkImportDialog'
import { DeleteAllDialog } from './DeleteAllDialog'
import type { Added } from './sessionsApi'

export type OpenDialog = 'add' | 'import' | 'delete-all'

type Props = {
  open: OpenDialog | undefined
  total: number
  version: string | null
  onClose: () => void
  onAdded: (added: Added) => void
}

export function SessionDialogs({ open, total, version, onClose, onAdded }: Props) {
  return (
    <>
      <AddSessionsDialog opened={open === 'add'} onClose={onClose} onAdded={onAdded} />
      <BulkImportDialog opened={open === 'import'} onClose={onClose} onAdded={onAdded} />
      <DeleteAllDialog opened={open === 'delete-all'} total={total} version={version} onClose={onClose} />
    </>
  )
}
