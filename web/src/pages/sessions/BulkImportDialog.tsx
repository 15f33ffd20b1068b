import { Alert, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { ConfirmDialog, FormDialog } from '@/components/Dialogs'
import { SESSIONS } from '@/util/constants'
import { textLines } from '@/util/files'
import { importSessions, type Added } from './sessionsApi'
import { useSendSessions } from './useSendSessions'

type Props = { opened: boolean; onClose: () => void; onAdded: (added: Added) => void }

/** Imports up to thousands of lines; asks for confirmation above a limit. */
export function BulkImportDialog({ opened, onClose, onAdded }: Props) {
  const [confirming, { open: openConfirm, close: decided }] = useDisclosure(false)
  const { form, send, close, empty } = useSendSessions({ call: importSessions, onClose, onAdded })
  const { text } = form.values
  const lines = confirming ? textLines(text).length : 0
  const submit = () => {
    if (textLines(text).length > SESSIONS.confirmImportAbove) openConfirm()
    else send.mutate(text)
  }
  return (
    <>
      <FormDialog
        // The confirmation replaces the form; the text is still there if it is canceled.
        opened={opened && !confirming}
        onClose={close}
        size="lg"
        title="Bulk Import Sessions"
        submit="Import Sessions"
        busyText="Importing..."
        busy={send.isPending}
        disabled={empty}
        onSubmit={form.onSubmit(submit)}
      >
        <Alert variant="default" icon={<IconInfoCircle />} title="Large Import Support" role="note">
          Thousands of sessions can be imported at once
        </Alert>
        <Textarea
          label="Session IDs"
          description="One session ID per line. Supports unlimited sessions and duplicates are automatically filtered"
          rows={12}
          required
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('text')}
        />
      </FormDialog>
      <ConfirmDialog
        opened={confirming}
        title={`You are about to import ${lines} sessions. This may take a moment. Continue?`}
        consequence="Sessions that are already in the pool are skipped."
        confirm="Import Sessions"
        harmless
        busy={false}
        onConfirm={() => {
          decided()
          send.mutate(text)
        }}
        onClose={decided}
      />
    </>
  )
}
