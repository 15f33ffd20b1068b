import '@mantine/core/styles/Notification.layer.css'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { DELAY } from '@/util/constants'

/** Maximum number of toasts on screen; more are queued. */
const AT_ONCE = 3

export function Toasts() {
  return (
    <Notifications
      position="top-right"
      autoClose={DELAY.toast}
      limit={AT_ONCE}
      pauseResetOnHover="notification"
    />
  )
}
