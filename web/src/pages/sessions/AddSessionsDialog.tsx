import { Textarea } from '@mantine/core'
import { FormDialog } from '@/components/Dialogs'
import { addSessions, type Added } from './sessionsApi'
import { useSendSessions } from './useSendSessions'

type Props = { opened: boolean; onClose: () => void; onAdded: (added: Added) => void }

export function AddSessionsDialog({ opened, onClose, onAdded }: Props) {
  const { form, send, close, empty } = useSendSessions({ call: addSessions, onClose, onAdded })
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title="Add Instagram Sessions"
      submit="Add Sessions"
      busyText="Adding..."
      busy={send.isPending}
      disabled={empty}
      onSubmit={form.onSubmit(({ text }) => send.mutate(text))}
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
    </FormDialog>
  )
}
