import { expect, test } from 'vitest'
import { namedGroups } from './namedGroups'

test('entries about a group itself tell its name, the latest one', () => {
  const names = namedGroups([
    { action: 'group.delete', group_id: 3, details: { name: 'Northwind Outdoor' } },
    { action: 'user.create', group_id: 4, details: { name: 'no group' } },
    { action: 'group.toggle', group_id: 5, details: {} },
    { action: 'group.create', group_id: 3, details: { name: 'Northwind' } },
  ])
  expect([...names]).toEqual([[3, 'Northwind Outdoor']])
})
