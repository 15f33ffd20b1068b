import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle, type Icon } from '@tabler/icons-react'
import { DELAY } from './constants'

/** Appearance of a kind of toast: a named icon, a color, and the urgency for screen readers. */
type Kind = { name: string; icon: Icon; color: string; role: 'status' | 'alert' }

const SUCCESS: Kind = { name: 'Success', icon: IconCircleCheck, color: 'var(--cm-good)', role: 'status' }
const INFO: Kind = {
  name: 'Information',
  icon: IconInfoCircle,
  color: 'var(--mantine-color-anchor)',
  role: 'status',
}
const ERROR: Kind = {
  name: 'Error',
  icon: IconAlertCircle,
  color: 'var(--mantine-color-error)',
  role: 'alert',
}

/**
 * Shows toasts. A toast with an `id` replaces the previous one, so that a failing poll does not stack up toasts. `undo` adds a
 * button that reverses what the toast reports.
 */
export const toast = {
  success: (message: string, undo?: () => void) => show(SUCCESS, message, { undo }),
  info: (message: string) => show(INFO, message),
  error: (message: string, id?: string) => show(ERROR, message, { id }),
}

type Options = { id?: string | undefined; undo?: (() => void) | undefined }

function show({ name, icon: Sign, color, role }: Kind, message: string, { id, undo }: Options = {}): void {
  const shown = notifications.show({
    message:
      undo === undefined ? (
        message
      ) : (
        <UndoMessage
          message={message}
          onUndo={() => {
            notifications.hide(shown)
            undo()
          }}
        />
      ),
    color,
    role,
    ...(undo !== undefined && { autoClose: DELAY.undoToast }),
    icon: <Sign size={20} stroke={1.75} role="img" aria-label={name} />,
    ...(id === undefined ? {} : { id }),
  })
}

type UndoMessageProps = { message: string; onUndo: () => void }

function UndoMessage({ message, onUndo }: UndoMessageProps) {
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button variant="default" size="compact-sm" flex="none" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  )
}
