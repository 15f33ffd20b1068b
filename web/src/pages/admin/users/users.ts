import type { Schema } from '@/api/types'

export type User = Schema<'UserEntry'>

/** Names the company given at registration, else the client group, else the platform itself. */
export function companyOf({ company_name, group_name, is_admin }: User): string {
  return company_name || group_name || (is_admin ? 'Platform' : '—')
}

type Filter = { groupId: number | undefined; search: string }

/** Returns the users of a group, or all, whose name or email contains the text. */
export function matching(users: User[], { groupId, search }: Filter): User[] {
  const text = search.toLowerCase()
  return users.filter(
    (user) =>
      (groupId === undefined || user.group_id === groupId) &&
      [user.username, user.full_name, user.email, companyOf(user)].some((name) =>
        name?.toLowerCase().includes(text),
      ),
  )
}
