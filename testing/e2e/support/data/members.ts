import { Api } from './api.ts'
import { ADDRESS, address } from '../programs/environment.ts'
import { uniqueUsername } from './names.ts'

type Member = { id: number; username: string; password: string }

/** Creates a user of a group, who is deleted with it. */
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
export async function memberOf(admin: Api, group: number, isGroupAdmin = false): Promise<Api> {
  return Api.signIn(address(ADDRESS), await createMember(admin, group, uniqueUsername(), isGroupAdmin))
}
