import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createPath, useLocation, useNavigate, type Path } from 'react-router'
import { useScreenAddress } from '@/app/screenAddress'
import { useRoleScreens } from '@/app/roleScreens'
import { SCREENS } from '@/app/screens'
import { storedValue } from '@/util/storedValue'

/** Milliseconds after `g` within which the letter of a screen counts as the second key. */
const SECOND_KEY_WITHIN_MS = 1500

/** Whether the shortcuts are on. Single-letter shortcuts interfere with speech input, so they can be switched off. */
const shortcuts = storedValue('clipmeter.shortcuts', (found) => found !== false)

/** Returns whether the shortcuts are on, and how to switch them. */
export const useShortcutsOn = () =>
  [useSyncExternalStore(shortcuts.subscribe, shortcuts.get), shortcuts.set] as const

/** Handles `?` for help, `/` for the screen's search box, and `g` plus a letter for a screen; inactive while typing or in a dialog. */
export function useShortcuts(onHelp: () => void): void {
  const [on] = useShortcutsOn()
  const navigate = useNavigate()
  const screens = [...SCREENS, ...useRoleScreens()]
  const addressOf = useScreenAddress()
  const shown = createPath(useLocation())
  // As a link does.
  const open = (to: Partial<Path>) => void navigate(to, { replace: createPath(to) === shown })
  const goSince = useRef(Number.NEGATIVE_INFINITY)
  const onKey = (event: KeyboardEvent) => {
    if (!on || isMeantForAnother(event)) return
    const screen =
      event.timeStamp - goSince.current < SECOND_KEY_WITHIN_MS &&
      screens.find(({ nav }) => nav?.key === event.key)
    goSince.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (screen) open(addressOf(screen))
    else if (event.key === '?') onHelp()
    else if (event.key === '/') focusSearch(event)
  }
  // Before the screen is painted: a key that is pressed as soon as it is visible counts.
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

function isMeantForAnother(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const typing = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
  return typing || document.querySelector('[aria-modal="true"]') !== null
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>('[data-search]')
  if (!search) return
  event.preventDefault()
  search.focus()
}
