import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { DELAY } from '@/util/constants'
import { styleNonce } from './contentPolicy'
import { queryClient } from './queryClient'
import { router } from './router'
import { theme } from './theme'
import { Tooltips } from './Tooltips'

/** Maximum number of toasts on screen; more are queued. */
const TOASTS_AT_ONCE = 3

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <Notifications
          position="top-right"
          autoClose={DELAY.toast}
          limit={TOASTS_AT_ONCE}
          pauseResetOnHover="notification"
        />
        <RouterProvider router={router} />
        <Tooltips />
      </QueryClientProvider>
    </MantineProvider>
  )
}
