import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { Admin, SignedIn, SignedOut } from './guards'
import { Shell } from './layout/Shell'
import { PageCrash } from './PageCrash'
import { ADMIN_SCREENS, SCREENS, type Screen } from './screens'

export const router = createBrowserRouter([
  {
    ErrorBoundary: PageCrash,
    // The guards decide synchronously; nothing is shown until the screen's file has loaded.
    HydrateFallback: () => null,
    children: [
      {
        Component: SignedOut,
        children: [
          route({
            path: '/login',
            load: () => import('@/pages/auth/SignInPage').then((file) => file.SignInPage),
          }),
        ],
      },
      {
        Component: SignedIn,
        children: [
          {
            Component: Shell,
            children: [...SCREENS.map(route), { Component: Admin, children: ADMIN_SCREENS.map(route) }],
          },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
])

function route({ path, load }: Screen): RouteObject {
  return { path, lazy: { Component: load } }
}
