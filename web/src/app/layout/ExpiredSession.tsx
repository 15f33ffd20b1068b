import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { createPath, useLocation } from 'react-router'
import { useExpiredSession } from '@/api/session'
import { ERROR } from '@/util/messages'
import { onDemand } from '@/util/onDemand'
import classes from './ExpiredSession.module.css'

const SignIn = onDemand(() => import('@/pages/auth/SignIn').then((file) => file.SignIn))

/** Covers the page with the sign-in form after the session expired. The page stays behind it, with everything typed in it. */
export function ExpiredSession() {
  const session = useExpiredSession()
  return session && createPortal(<Cover username={session.user.username} />, document.body)
}

function Cover({ username }: { username: string }) {
  const location = useLocation()
  const latest = useRef(location)
  const cover = useRef<HTMLDivElement>(null)
  // Read before the form takes the focus.
  const [focused] = useState(() => document.activeElement)
  useEffect(() => {
    latest.current = location
  }, [location])
  useEffect(() => {
    const place = cover.current
    const others = [...document.body.children].filter((element) => element !== place)
    place?.addEventListener('focusin', keepEscape)
    for (const element of others) element.toggleAttribute('inert', true)
    // Only the address bar changes: a reload opens the sign-in screen, which returns to the page.
    const { history } = window
    history.replaceState({ ...history.state, usr: { from: createPath(latest.current) } }, '', '/login')
    return () => {
      for (const element of others) element.toggleAttribute('inert', false)
      history.replaceState({ ...history.state, usr: latest.current.state }, '', createPath(latest.current))
      if (focused instanceof HTMLElement) focused.focus()
    }
  }, [focused])
  return (
    <div ref={cover} className={classes.cover} role="dialog" aria-modal="true" aria-label="Sign in">
      <SignIn username={username} reason={ERROR.sessionExpired} />
    </div>
  )
}

/** Marks the focused element, so that Escape does not close a dialog behind the cover. */
function keepEscape({ target }: FocusEvent): void {
  if (target instanceof Element) target.setAttribute('data-mantine-stop-propagation', 'true')
}
