import { Button, Group, Modal } from '@mantine/core'

type Props = { message: string | undefined; onClose: () => void }

/** Shows a message that must be acknowledged. Open while there is a message; may be stacked on another dialog. */
export function AlertDialog({ message, onClose }: Props) {
  return (
    <Modal
      opened={message !== undefined}
      onClose={onClose}
      title={message}
      centered
      size="sm"
      withCloseButton={false}
    >
      <Group justify="flex-end">
        <Button
          data-autofocus
          onClick={onClose}
          // Escape closes this dialog only, not the one below.
          data-mantine-stop-propagation="true"
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        >
          OK
        </Button>
      </Group>
    </Modal>
  )
}
