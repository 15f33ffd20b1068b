import { Navigate, Outlet } from 'react-router'
import { useIsAdmin, useSession } from '@/shared/lib/session'

/** Screens for users. */
export function SignedIn() {
  return useSession() ? <Outlet /> : <Navigate to="/login" replace />
}

/** Screens for visitors. */
export function SignedOut() {
  return useSession() ? <Navigate to="/" replace /> : <Outlet />
}

/** Screens for platform admins. Whoever is none goes where every unknown path goes. */
export function Admin() {
  return useIsAdmin() ? <Outlet /> : <Navigate to="/" replace />
}
