import { Button, Group, Modal, Text } from '@mantine/core'

type Props = {
  opened: boolean
  title: string
  consequence: string
  confirm: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is lost: the question, what will be gone, and the harmless answer in focus. */
export function ConfirmDialog({ opened, title, consequence, confirm, busy, onConfirm, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <Text c="dimmed" fz="sm" mb="lg">
        {consequence}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red.9" onClick={onConfirm} loading={busy}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  )
}
