import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router'
import { useIsAdmin, useSession } from '@/api/session'
import { Shell } from './layout/Shell'
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

function SignedIn() {
  return useSession() ? <Outlet /> : <Navigate to="/login" replace />
}

function SignedOut() {
  return useSession() ? <Navigate to="/" replace /> : <Outlet />
}

/** Redirects users who are not platform admins in the same way as an unknown path. */
function Admin() {
  return useIsAdmin() ? <Outlet /> : <Navigate to="/" replace />
}

/** Replaces a screen that crashed or whose file could not be loaded (for example after a server update). */
function PageCrash() {
  return (
    <Center component="main" mih="100vh" p="lg">
      <Stack align="center" gap="md" ta="center">
        <Title order={1}>This page could not be shown</Title>
        <Text c="dimmed">An error occurred. Please try again.</Text>
        <Button onClick={() => location.reload()}>Reload</Button>
      </Stack>
    </Center>
  )
}
