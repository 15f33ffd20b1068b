import { Api } from './api.ts'
import { ADDRESS, address } from '../programs/environment.ts'
import { test as base } from './groups.ts'
import { uniqueUsername } from './names.ts'

type Member = { id: number; username: string; password: string }

/** Creates members of the test's group; they are deleted with it. */
export const test = base.extend<{
  makeMember: (groupId: number, username: string, isGroupAdmin?: boolean) => Promise<Member>
}>({
  makeMember: async ({ api }, use) => {
    await use((groupId, username, isGroupAdmin = false) => createMember(api, groupId, username, isGroupAdmin))
  },
})

/** Creates a user of a group who is not deleted. */
export async function createMember(
  api: Api,
  groupId: number,
  username: string,
  is_group_admin = false,
): Promise<Member> {
  const { user, password } = await api.post<{ user: { id: number }; password: string }>(
    `/api/groups/${groupId}/users`,
    { username, email: `${username}@example.com`, full_name: `Member ${username}`, is_group_admin },
  )
  return { id: user.id, username, password }
}

/** Creates a user of a group and signs in. */
export async function memberOf(admin: Api, group: number): Promise<Api> {
  return Api.signIn(address(ADDRESS), await createMember(admin, group, uniqueUsername()))
}
