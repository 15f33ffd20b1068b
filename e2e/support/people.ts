import type { Api } from './api.ts'
import { test as base } from './groups.ts'

type Member = { id: number; username: string; password: string }

/** Members of a group of the test's own; they go with it. */
export const test = base.extend<{ makeMember: (groupId: number, username: string) => Promise<Member> }>({
  makeMember: async ({ api }, use) => {
    await use((groupId, username) => createMember(api, groupId, username))
  },
})

async function createMember(api: Api, groupId: number, username: string): Promise<Member> {
  const { user, password } = await api.post<{ user: { id: number }; password: string }>(
    `/api/groups/${groupId}/users`,
    { username, email: `${username}@example.com`, full_name: `Member ${username}` },
  )
  return { id: user.id, username, password }
}
