import { Api } from './api.ts'
import { makeWorld, type World } from './dialogWorld.ts'
import { ADDRESS, ADMIN, address } from './environment.ts'
import { test as base } from './test.ts'

/** One world for all tests of a file; they open dialogs and leave them again. */
export const test = base.extend<object, { world: World }>({
  world: [
    async ({}, use) => {
      const api = await Api.signIn(address(ADDRESS), ADMIN)
      const world = await makeWorld(api)
      await use(world)
      await api.delete(`/api/groups/${world.id}`)
    },
    { scope: 'worker' },
  ],
})
