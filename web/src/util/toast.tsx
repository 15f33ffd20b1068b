import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle, type Icon } from '@tabler/icons-react'

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

/** Shows toasts. A toast with an `id` replaces the previous one, so that a failing poll does not stack up toasts. */
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
