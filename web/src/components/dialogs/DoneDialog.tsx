import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Modal } from './Overlays'

type Props = {
  title: string
  opened: boolean
  onClose: () => void
  /** Shown beside Done. */
  actions?: ReactNode
  children: ReactNode
}

/** Shows something that cannot be shown again: only Done closes it, neither Escape nor a click outside. */
export function DoneDialog({ title, opened, onClose, actions, children }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {children}
      <Group justify="flex-end" mt="lg">
        {actions}
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Modal>
  )
}
