import type { Schema } from '@/api/types'

export type User = Schema<'UserEntry'>

/** Names the company given at registration, else the client group, else the platform itself. */
export function companyOf({ company_name, group_name, is_admin }: User): string {
  return company_name || group_name || (is_admin ? 'Platform' : '—')
}

type Editable = Pick<User, 'full_name' | 'email' | 'is_group_admin'>

/** Returns the values of a user that admins edit. */
export function editable({ full_name, email, is_group_admin }: User): Editable {
  return { full_name, email, is_group_admin }
}

/** Returns the edited values that differ from the user's: the others may have been changed by someone else in the meantime. */
export function changesOf(user: Editable, edited: Editable): Partial<Editable> {
  return {
    ...(edited.full_name !== user.full_name && { full_name: edited.full_name }),
    ...(edited.email !== user.email && { email: edited.email }),
    ...(edited.is_group_admin !== user.is_group_admin && { is_group_admin: edited.is_group_admin }),
  }
}

type Filter = { groupId: number | undefined; ofOwnGroup?: boolean; search: string }

/** Returns the users, of a group if given, whose name, email or (not with `ofOwnGroup`) company contains the text. */
export function matching(users: User[], { groupId, ofOwnGroup = false, search }: Filter): User[] {
  const text = search.toLowerCase()
  return users.filter(
    (user) =>
      (groupId === undefined || user.group_id === groupId) &&
      [user.username, user.full_name, user.email, ofOwnGroup ? '' : companyOf(user)].some((name) =>
        name?.toLowerCase().includes(text),
      ),
  )
}
