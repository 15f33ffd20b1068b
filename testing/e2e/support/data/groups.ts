import { closePage } from '../screens/closePage.ts'
import { test as base } from '../test.ts'

type Group = { id: number; name: string }

/** Creates groups that are deleted at the end of the test. */
export const test = base.extend<{ makeGroup: (name: string) => Promise<Group> }>({
  makeGroup: async ({ api, page }, use) => {
    const made: Group[] = []
    await use(async (name) => {
      const group = await api.post<Group>('/api/groups', { name })
      made.push(group)
      return group
    })
    await closePage(page)
    const { groups } = await api.get<{ groups: Group[] }>('/api/groups')
    for (const { id } of made)
      if (groups.some((group) => group.id === id)) await api.delete(`/api/groups/${id}`)
  },
})
