import { notifications } from '@mantine/notifications'

/** Toasts. One with an `id` replaces the one on screen, so that a failing poll does not stack up. */
export const toast = {
  success: (message: string) => void notifications.show({ message, color: 'green', role: 'status' }),
  info: (message: string) => void notifications.show({ message, role: 'status' }),
  error: (message: string, id?: string) =>
    void notifications.show({ message, color: 'red', role: 'alert', ...(id === undefined ? {} : { id }) }),
}
