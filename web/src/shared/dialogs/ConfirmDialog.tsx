import { Button, Modal, Text } from '@mantine/core'
import { DialogActions } from './DialogActions'

type Props = {
  opened: boolean
  title: string
  consequence: string
  confirm: string
  busy: boolean
  /** A question about something harmless has the usual colour. */
  harmless?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is lost: the question, what will be gone, and the harmless answer in focus. */
export function ConfirmDialog({ opened, title, consequence, confirm, busy, harmless, ...on }: Props) {
  return (
    <Modal opened={opened} onClose={on.onClose} title={title} centered>
      <Text c="dimmed" fz="sm">
        {consequence}
      </Text>
      {/* Another question begins with the harmless answer again: pressing Enter twice confirms nothing. */}
      <DialogActions key={title} onCancel={on.onClose} cancelFirst>
        <Button {...(harmless ? {} : { color: 'red.9' })} onClick={on.onConfirm} loading={busy}>
          {confirm}
        </Button>
      </DialogActions>
    </Modal>
  )
}
