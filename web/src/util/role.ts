type Roles = { is_admin?: boolean; is_group_admin: boolean }

/** Returns the name of a user's role. */
export function roleOf({ is_admin, is_group_admin }: Roles): string {
  if (is_admin) return 'Admin'
  return is_group_admin ? 'Group admin' : 'Member'
}
