import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { Component, lazy, useEffect, type ReactNode } from 'react'
import { createPath, Navigate, Outlet, Route, Routes, useLocation, type Location } from 'react-router'
import { session as store, useIsViewer, useSession } from '@/api/session'
import { SHARE_PATH } from '@/util/constants'
import { ERROR } from '@/util/messages'
import { onDemand } from '@/util/onDemand'
import { toast } from '@/util/toast'
import { BrowserRouter } from './BrowserRouter'
import { ExpiredSession } from './layout/ExpiredSession'
import { returnAddress } from './returnAddress'
import { Shell } from './layout/Shell'
import { useRoleScreens } from './roleScreens'
import { ADMIN_SCREENS, GROUP_ADMIN_SCREENS, SCREENS, type Screen } from './screens'

const LOGIN = '/login'

// The file of a screen that the guards do not show would only delay the sign-in form.
if (!store.get() && ![LOGIN, SHARE_PATH].includes(location.pathname)) {
  const from = location.pathname + location.search + location.hash
  history.replaceState({ usr: store.wasRejected() ? { from } : null }, '', LOGIN)
}

const SignInPage = lazy(() =>
  import('@/pages/auth/SignInPage').then((file) => ({ default: file.SignInPage })),
)

const SharePage = lazy(() => import('@/pages/auth/SharePage').then((file) => ({ default: file.SharePage })))

const ROUTES = (
  <Routes>
    <Route path={SHARE_PATH} element={<SharePage />} />
    <Route element={<SignedOut />}>
      <Route path={LOGIN} element={<SignInPage />} />
    </Route>
    <Route element={<SignedIn />}>
      <Route element={<Shell />}>
        {SCREENS.filter(({ forUsers }) => !forUsers).map(route)}
        <Route element={<ForUsers />}>{SCREENS.filter(({ forUsers }) => forUsers).map(route)}</Route>
        {[GROUP_ADMIN_SCREENS, ADMIN_SCREENS].map((screens) => (
          <Route key={screens[0]?.path} element={<OfRole screens={screens} />}>
            {screens.map(route)}
          </Route>
        ))}
      </Route>
    </Route>
    <Route path="*" element={<Redirect why={ERROR.noPage} />} />
  </Routes>
)

function route({ path, load }: Screen) {
  const Page = lazy(async () => ({ default: await load() }))
  return <Route key={path} path={path} element={<Page />} />
}

/**
 * Shows the screen of the address. There is no `Suspense` around it: while a screen's file is loading, the previous screen stays, or
 * the outline of index.html.
 */
export function Router() {
  return (
    <BrowserRouter>
      <Guarded />
    </BrowserRouter>
  )
}

function Guarded() {
  const location = useLocation()
  return <CrashBoundary location={location}>{ROUTES}</CrashBoundary>
}

type CrashProps = { location: Location; children: ReactNode }
type CrashState = { location: Location; crashed: boolean }

/** Replaces a screen that crashed until another address is opened. */
class CrashBoundary extends Component<CrashProps, CrashState> {
  override state = { location: this.props.location, crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  static getDerivedStateFromProps({ location }: CrashProps, before: CrashState) {
    return location === before.location ? null : { location, crashed: false }
  }

  override render() {
    return this.state.crashed ? <PageCrash /> : this.props.children
  }
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

/** Redirects users of another role in the same way as an unknown path. */
function OfRole({ screens }: { screens: Screen[] }) {
  return useRoleScreens() === screens ? <Outlet /> : <Redirect why={ERROR.forbidden} />
}

/** Redirects viewers. */
function ForUsers() {
  return useIsViewer() ? <Redirect why={ERROR.forbidden} /> : <Outlet />
}

/** Opens the Dashboard instead of the page of the address, and says why. */
function Redirect({ why }: { why: string }) {
  // React runs effects twice during development.
  useEffect(() => toast.error(why, why), [why])
  return <Navigate to="/" replace />
}

/** Shown instead of a screen that crashed or whose file could not be loaded (for example after a server update). */
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
