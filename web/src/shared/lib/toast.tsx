import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle, type Icon } from '@tabler/icons-react'

/** How a toast says what kind it is: by a sign with a name, in the colour of that kind, and by how urgently it is read out. */
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

/** Toasts. One with an `id` replaces the one on screen, so that a failing poll does not stack up. */
export const toast = {
  success: (message: string) => show(SUCCESS, message),
  info: (message: string) => show(INFO, message),
  error: (message: string, id?: string) => show(ERROR, message, id),
}

function show({ name, icon: Sign, color, role }: Kind, message: string, id?: string): void {
  notifications.show({
    message,
    color,
    role,
    icon: <Sign size={20} stroke={1.75} role="img" aria-label={name} />,
    ...(id === undefined ? {} : { id }),
  })
}
