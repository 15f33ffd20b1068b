import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'

/**
 * Provides the address to the app. While the file of the next screen is loading, the previous screen stays. The router's own component
 * is in a file with links, forms and prefetching, which would be a thirtieth of the first load.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  // `v5Compat`: also reports the changes that the app makes.
  const [entries] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, show] = useState({ action: entries.action, location: entries.location })
  useLayoutEffect(() => entries.listen((update) => startTransition(() => show(update))), [entries])
  return (
    <Router location={location} navigationType={action} navigator={entries}>
      {children}
    </Router>
  )
}
