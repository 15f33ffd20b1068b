import { MantineProvider, Tooltip } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { DELAY } from '@/util/constants'
import { styleNonce } from './contentPolicy'
import { queryClient } from './queryClient'
import { router } from './router'
import { styleVariables, theme } from './theme'

/** Maximum number of toasts on screen; more are queued. */
const TOASTS_AT_ONCE = 3

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={styleVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
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

const WIDEST_TOOLTIP = 260

/**
 * Shows one shared tooltip for elements with `data-tip`, by mouse, touch or focus. There is only one: tables have hundreds of such
 * elements, and one tooltip each takes longer to render than the rest of the row.
 */
function Tooltips() {
  const [place, setPlace] = useState(document.body)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const point = ({ target }: Event) => {
      const next = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      // The text stays while the tooltip fades out.
      if (next) setPlace(next)
      setOpened(next !== null)
    }
    const leave = () => setOpened(false)
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    document.addEventListener('mouseover', point)
    document.addEventListener('focusin', point)
    document.documentElement.addEventListener('mouseleave', leave)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('mouseover', point)
      document.removeEventListener('focusin', point)
      document.documentElement.removeEventListener('mouseleave', leave)
      document.removeEventListener('keydown', press)
    }
  }, [])
  // If its target is removed, by a poll or another screen, the tooltip hides automatically.
  return (
    <Tooltip target={place} label={place.dataset['tip']} opened={opened} multiline maw={WIDEST_TOOLTIP} />
  )
}
