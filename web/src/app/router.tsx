import { createBrowserRouter, Navigate } from 'react-router'
import { SignedIn, SignedOut } from './guards'
import { Shell } from './layout/Shell'
import { PageCrash } from './PageCrash'

export const router = createBrowserRouter([
  {
    ErrorBoundary: PageCrash,
    // The guards decide at once; there is nothing to show before a screen's own file is here.
    HydrateFallback: () => null,
    children: [
      {
        Component: SignedOut,
        children: [
          {
            path: '/login',
            lazy: { Component: () => screen(import('@/features/auth/SignInPage'), 'SignInPage') },
          },
        ],
      },
      {
        Component: SignedIn,
        children: [
          {
            Component: Shell,
            children: [
              {
                index: true,
                lazy: {
                  Component: () => screen(import('@/features/dashboard/DashboardPage'), 'DashboardPage'),
                },
              },
              {
                path: '/instagram',
                lazy: {
                  Component: () => screen(import('@/features/accounts/InstagramPage'), 'InstagramPage'),
                },
              },
              {
                path: '/tiktok',
                lazy: { Component: () => screen(import('@/features/accounts/TiktokPage'), 'TiktokPage') },
              },
              {
                path: '/all-data',
                lazy: {
                  Component: () => screen(import('@/features/content/AllContentPage'), 'AllContentPage'),
                },
              },
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
])

/** A screen's component out of its lazily loaded file. */
async function screen<Name extends string, Component>(
  file: Promise<Record<Name, Component>>,
  name: Name,
): Promise<Component> {
  return (await file)[name]
}
