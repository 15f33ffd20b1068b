import { randomUUID } from 'node:crypto'
import { Api } from './api.ts'
import { ADDRESS, address } from './environment.ts'
import { createMember } from './members.ts'

/** Creates a user of a group and signs in. */
export async function memberOf(admin: Api, group: number): Promise<Api> {
  return Api.signIn(address(ADDRESS), await createMember(admin, group, `member-${randomUUID().slice(0, 8)}`))
}
