import type { ComponentProps, MouseEvent } from 'react'
import { createPath, useHref, useLocation, useNavigate, type To } from 'react-router'

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  to: To
  /** Stored in the history entry. */
  state?: unknown
  /** Replaces the history entry. By default, only a link to the address on screen does. */
  replace?: boolean
}

/**
 * Opens an address of the app without loading the page again. The router's own link would add forms, submissions and prefetching to
 * the first load.
 */
export function Link({ to, state, replace, onClick, children, ...anchor }: Props) {
  const href = useHref(to)
  const location = useLocation()
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    void navigate(to, { state, replace: replace ?? href === createPath(location) })
  }
  return (
    <a {...anchor} href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** Returns whether the browser opens a clicked link in another tab or window, or saves it. */
function opensElsewhere({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey
}
