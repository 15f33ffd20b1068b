import { Button } from '@mantine/core'
import { IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react'
import { useSessions } from './queries'
import type { OpenDialog } from './SessionDialogs'
import type { Added } from './sessionsApi'
import { UploadButton } from './UploadButton'
import { useSessionsPage } from './useSessionsPage'

type Props = { onOpen: (dialog: OpenDialog) => void; onUploaded: (added: Added) => void }

export function SessionsActions({ onOpen, onUploaded }: Props) {
  const { page } = useSessionsPage()
  const total = useSessions(page).data?.total ?? 0
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
