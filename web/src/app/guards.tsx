import { Navigate, Outlet } from 'react-router'
import { useSession } from '@/shared/lib/session'

/** Screens for users. */
export function SignedIn() {
  return useSession() ? <Outlet /> : <Navigate to="/login" replace />
}

/** Screens for visitors. */
export function SignedOut() {
  return useSession() ? <Navigate to="/" replace /> : <Outlet />
}
