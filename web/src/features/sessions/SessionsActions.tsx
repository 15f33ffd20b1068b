import { Button } from '@mantine/core'
import { IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react'
import type { Added } from './calls'
import type { OpenDialog } from './SessionDialogs'
import { UploadButton } from './UploadButton'

type Props = { total: number; onOpen: (dialog: OpenDialog) => void; onUploaded: (added: Added) => void }

export function SessionsActions({ total, onOpen, onUploaded }: Props) {
  return (
    <>
      {total > 0 && (
        <Button
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={() => onOpen('delete-all')}
        >
          Delete All
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} stroke={1.75} />}
        onClick={() => onOpen('import')}
      >
        Bulk Import
      </Button>
      <UploadButton onUploaded={onUploaded} />
      <Button leftSection={<IconPlus size={16} />} onClick={() => onOpen('add')}>
        Add Sessions
      </Button>
    </>
  )
}
