import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { keepsScroll } from '@/util/url/keepsScroll'

/** Pixels from the top by history entry. */
const positions = new Map<string, number>()

/**
 * Scrolls to the top of a new address, and to the last position of an earlier one. The browser would scroll before the screen is
 * rendered; the router has this only together with its data loading, which is a tenth of the first load.
 */
export function ScrollRestoration() {
  const location = useLocation()
  const type = useNavigationType()
  const shown = useRef(location)
  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])
  // The browser restores the position after a reload.
  useWindowEvent('pagehide', () => {
    history.scrollRestoration = 'auto'
  })
  useWindowEvent('scroll', () => void positions.set(shown.current.key, scrollY))
  useLayoutEffect(() => {
    if (shown.current === location) return
    shown.current = location
    // The browser has scrolled to the element that the address names.
    if (location.hash) return
    if (type === 'POP') scrollTo(0, positions.get(location.key) ?? 0)
    else if (!keepsScroll(location.state)) scrollTo(0, 0)
    positions.set(location.key, scrollY)
  }, [location, type])
  return null
}
