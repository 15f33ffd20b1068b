import { useIsAdmin, useIsGroupAdmin } from '@/api/session'
import { ADMIN_SCREENS, GROUP_ADMIN_SCREENS, type Screen } from './screens'

/** Returns the screens that the user's role adds to those for every user. */
export function useRoleScreens(): Screen[] {
  const isGroupAdmin = useIsGroupAdmin()
  if (useIsAdmin()) return ADMIN_SCREENS
  return isGroupAdmin ? GROUP_ADMIN_SCREENS : []
}
