import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onDemand } from '@/util/onDemand'
import { styleNonce } from './contentPolicy'
import { queryClient } from './queryClient'
import { Router } from './router'
import { styleVariables, theme } from './theme'

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={styleVariables}
      // Otherwise a style sheet of 27 kB would have to contain the default variables.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Router />
        <LazyToasts />
        <Tooltips />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const Toasts = onDemand(() => import('./Toasts').then((file) => file.Toasts))

/** Loads the toasts with the first one. */
function LazyToasts() {
  const { notifications, queue } = useNotifications()
  const [needed, setNeeded] = useState(false)
  if (!needed && notifications.length + queue.length > 0) setNeeded(true)
  return needed && <Toasts />
}

// A tenth of the first load.
const Tooltip = onDemand(() => import('@/components/dialogs/Tooltip').then((file) => file.Tooltip))

const WIDEST_TOOLTIP = 260

/**
 * Shows one shared tooltip for elements with `data-tip`, by mouse, touch or focus. There is only one: tables have hundreds of such
 * elements, and one tooltip each takes longer to render than the rest of the row.
 */
function Tooltips() {
  const [place, setPlace] = useState<HTMLElement>()
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
    document.addEventListener('focusout', leave)
    document.documentElement.addEventListener('mouseleave', leave)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('mouseover', point)
      document.removeEventListener('focusin', point)
      document.removeEventListener('focusout', leave)
      document.documentElement.removeEventListener('mouseleave', leave)
      document.removeEventListener('keydown', press)
    }
  }, [])
  // If its target is removed, by a poll or another screen, the tooltip hides automatically.
  if (!place) return null
  return (
    <Tooltip target={place} label={place.dataset['tip']} opened={opened} multiline maw={WIDEST_TOOLTIP} />
  )
}
