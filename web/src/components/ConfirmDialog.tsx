import { Button, Modal, Text } from '@mantine/core'
import { DialogActions } from './DialogActions'

type Props = {
  opened: boolean
  title: string
  consequence: string
  confirm: string
  busy: boolean
  /** A confirmation without data loss has the default color. */
  harmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms a destructive action: the question, its consequence, and Cancel in focus. */
export function ConfirmDialog({ opened, title, consequence, confirm, busy, harmless, ...on }: Props) {
  return (
    <Modal opened={opened} onClose={on.onClose} title={title} centered>
      <Text c="dimmed" fz="sm">
        {consequence}
      </Text>
      {/* A new question starts with Cancel in focus again, so that pressing Enter twice confirms nothing. */}
      <DialogActions key={title} onCancel={on.onClose} cancelFirst>
        <Button {...(harmless ? {} : { color: 'red.9' })} onClick={on.onConfirm} loading={busy}>
          {confirm}
        </Button>
      </DialogActions>
    </Modal>
  )
}
