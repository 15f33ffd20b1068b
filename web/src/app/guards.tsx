import { Navigate, Outlet } from 'react-router'
import { useIsAdmin, useSession } from '@/api/session'

/** Route guard for signed-in users. */
export function SignedIn() {
  return useSession() ? <Outlet /> : <Navigate to="/login" replace />
}

/** Route guard for visitors who are not signed in. */
export function SignedOut() {
  return useSession() ? <Navigate to="/" replace /> : <Outlet />
}

/** Route guard for platform admins. Other users are redirected as for an unknown path. */
export function Admin() {
  return useIsAdmin() ? <Outlet /> : <Navigate to="/" replace />
}
