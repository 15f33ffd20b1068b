import { Alert, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { closingCall } from '@/components/dialogs/closingCall'
import { ConfirmDialog, FormDialog } from '@/components/dialogs/Dialogs'
import { SESSIONS } from '@/util/constants'
import { textLines } from '@/util/files'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { SESSION_PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'
import { COMMON_SET } from './pools/pool'
import { SetField } from './pools/SetField'
import {
  addSessions,
  deleteAllSessions,
  importSessions,
  useDeleteSessions,
  useReloadSessions,
  type Added,
  type NewSessions,
  type SessionFile,
} from './queries'
import { useAsOpened } from './useAsOpened'

/** Describes the set of sessions that are added. */
const SET_HINT = 'New sessions are added to this set. A session that is already usable stays in its set.'

type AddSessionsDialogProps = { opened: boolean; onClose: () => void; onAdded: (added: Added) => void }

export function AddSessionsDialog({ opened, onClose, onAdded }: AddSessionsDialogProps) {
  const { form, send, busy, close, empty } = useSendSessions({ call: addSessions, onClose, onAdded })
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={`Add ${SESSION_PLATFORMS} Sessions`}
      submit="Add Sessions"
      busyText="Adding..."
      busy={busy}
      disabled={empty}
      onSubmit={form.onSubmit((values) => send(values))}
    >
      <Textarea
        label="Session IDs"
        description="One session ID per line"
        rows={8}
        required
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps('text')}
      />
      <SetField description={SET_HINT} {...form.getInputProps('set')} />
    </FormDialog>
  )
}

type BulkImportDialogProps = { opened: boolean; onClose: () => void; onAdded: (added: Added) => void }

/** Imports up to thousands of lines; asks for confirmation above a limit. */
export function BulkImportDialog({ opened, onClose, onAdded }: BulkImportDialogProps) {
  const [confirming, { open: openConfirm, close: decided }] = useDisclosure(false)
  const { form, send, busy, close, empty } = useSendSessions({ call: importSessions, onClose, onAdded })
  const { text } = form.values
  const lines = confirming ? textLines(text).length : 0
  const submit = () => {
    if (textLines(text).length > SESSIONS.confirmImportAbove) openConfirm()
    else send(form.values)
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
        busy={busy}
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
        <SetField description={SET_HINT} {...form.getInputProps('set')} />
      </FormDialog>
      <ConfirmDialog
        opened={confirming}
        title={`You are about to import ${lines} sessions. This may take a moment. Continue?`}
        consequence="Duplicates are skipped."
        confirm="Import Sessions"
        harmless
        busy={false}
        onConfirm={() => {
          decided()
          send(form.values)
        }}
        onClose={decided}
      />
    </>
  )
}

type UploadDialogProps = {
  sessions: SessionFile
  opened: boolean
  busy: boolean
  onChange: (sessions: SessionFile) => void
  onUpload: () => void
  onClose: () => void
}

/** Asks for the set of the sessions in a file. */
export function UploadDialog({ sessions, opened, busy, onChange, onUpload, onClose }: UploadDialogProps) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Upload Sessions"
      submit="Upload File"
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        onUpload()
      }}
    >
      <Text fz="sm" truncate>
        {sessions.file.name}
      </Text>
      <SetField
        description={SET_HINT}
        data-autofocus
        value={sessions.set}
        onChange={({ currentTarget }) => onChange({ ...sessions, set: currentTarget.value })}
      />
    </FormDialog>
  )
}

type Options = {
  call: (sessions: NewSessions) => Promise<Added>
  onClose: () => void
  onAdded: (added: Added) => void
}

/** Keeps the form of both text dialogs, sends it, and passes on the result. */
function useSendSessions({ call, onClose, onAdded }: Options) {
  const reload = useReloadSessions()
  const form = useForm<NewSessions>({ initialValues: { text: '', set: COMMON_SET } })
  const sending = useMutation({
    mutationFn: call,
    onSuccess: (added) => {
      onAdded(added)
      void reload()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.addSessions)),
  })
  const { send, leave } = closingCall(sending, () => {
    form.reset()
    onClose()
  })
  return {
    form,
    send,
    busy: sending.isPending,
    close: leave,
    empty: form.values.text.trim() === '',
  }
}

type DeleteAllDialogProps = { opened: boolean; total: number; version: string | null; onClose: () => void }

export function DeleteAllDialog({ opened, total, version, onClose }: DeleteAllDialogProps) {
  const target = useAsOpened(opened, { total, version })
  const remove = useDeleteSessions({
    call: () => deleteAllSessions(target.version),
    done: ({ message }) => message,
    onClose,
  })
  return (
    <ConfirmDialog
      opened={opened}
      title={`Are you sure you want to delete ALL ${target.total} sessions? This cannot be undone!`}
      consequence={`${SESSION_PLATFORMS} accounts will get few or no updates until you add sessions. The accounts and their data are not affected.`}
      confirm="Delete All"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
