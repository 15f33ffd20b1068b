import { randomUUID } from 'node:crypto'
import { Api } from './api.ts'
import { ADDRESS, address } from './environment.ts'
import { createMember } from './members.ts'

/** A new user of a group, signed in. */
export async function memberOf(admin: Api, group: number): Promise<Api> {
  return Api.signIn(address(ADDRESS), await createMember(admin, group, `member-${randomUUID().slice(0, 8)}`))
}
