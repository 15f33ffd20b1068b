import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import {
  createBrowserRouter,
  createPath,
  Navigate,
  Outlet,
  useLocation,
  type RouteObject,
} from 'react-router'
import { session as store, useIsAdmin, useSession } from '@/api/session'
import { ERROR } from '@/util/messages'
import { onDemand } from '@/util/onDemand'
import { toast } from '@/util/toast'
import { ExpiredSession } from './layout/ExpiredSession'
import { returnAddress } from './returnAddress'
import { Shell } from './layout/Shell'
import { ADMIN_SCREENS, SCREENS, type Screen } from './screens'

const LOGIN = '/login'

// The file of a screen that the guards do not show would only delay the sign-in form.
if (!store.get() && location.pathname !== LOGIN) {
  const from = location.pathname + location.search + location.hash
  history.replaceState({ usr: store.wasRejected() ? { from } : null }, '', LOGIN)
}

export const router = createBrowserRouter([
  {
    ErrorBoundary: PageCrash,
    // main.tsx renders nothing before the screen's file has loaded: the outline of index.html stays.
    HydrateFallback: () => null,
    children: [
      {
        Component: SignedOut,
        children: [
          route({
            path: LOGIN,
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
      { path: '*', element: <Redirect why={ERROR.noPage} /> },
    ],
  },
])

function route({ path, load }: Screen): RouteObject {
  return { path, lazy: { Component: load } }
}

const NewPasswordPage = onDemand(() =>
  import('@/pages/auth/NewPasswordPage').then((file) => file.NewPasswordPage),
)

function SignedIn() {
  const session = useSession()
  const location = useLocation()
  if (!session) {
    // A user who signed out starts anew; one whose session expired continues.
    const state = store.wasRejected() ? { from: createPath(location) } : null
    return <Navigate to={LOGIN} replace state={state} />
  }
  return (
    <>
      {session.must_change_password ? <NewPasswordPage /> : <Outlet />}
      <ExpiredSession />
    </>
  )
}

function SignedOut() {
  const { state } = useLocation()
  return useSession() ? <Navigate to={returnAddress(state)} replace /> : <Outlet />
}

/** Redirects users who are not platform admins in the same way as an unknown path. */
function Admin() {
  return useIsAdmin() ? <Outlet /> : <Redirect why={ERROR.forbidden} />
}

/** Opens the Dashboard instead of the page of the address, and says why. */
function Redirect({ why }: { why: string }) {
  // React runs effects twice during development.
  useEffect(() => toast.error(why, why), [why])
  return <Navigate to="/" replace />
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
