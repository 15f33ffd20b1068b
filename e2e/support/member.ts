import { randomUUID } from 'node:crypto'
import { Api } from './api.ts'
import { ADDRESS, address } from './environment.ts'

/** A new user of a group, signed in. */
export async function memberOf(admin: Api, group: number): Promise<Api> {
  const username = `member-${randomUUID().slice(0, 8)}`
  const { password } = await admin.post<{ password: string }>(`/api/groups/${group}/users`, {
    username,
    email: `${username}@example.com`,
    full_name: 'Mara Lindqvist',
  })
  return Api.signIn(address(ADDRESS), { username, password })
}
