import { makeWorld, type World } from './dialogWorld.ts'
import { test as base } from '../test.ts'

/**
 * Tests of a file that open the dialogs of one world and close them again. As a worker fixture, the world would require a separate
 * worker for the file.
 */
export function testsOfDialogs() {
  let made: World | undefined
  base.beforeAll(async ({ admin }) => {
    made = await makeWorld(await admin())
  })
  base.afterAll(async ({ admin }) => {
    const api = await admin()
    if (made !== undefined) await api.delete(`/api/groups/${made.id}`)
  })
  return base.extend<{ world: World }>({
    world: async ({}, use) => {
      if (made === undefined) throw new Error('the world was not made')
      await use(made)
    },
  })
}
