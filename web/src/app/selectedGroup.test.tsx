import { expect, test } from 'vitest'
import { selectedGroup } from './viewedGroup'

test.each([
  ['/', undefined],
  ['/?group=3', 3],
  ['/instagram?group=3&status=ok', 3],
  ['/Statement?group=3', 3],
  ['/attention?group=3', 3],
  ['/admin/groups?group=3&tab=tiktok', 3],
  ['/admin?group=3', 3],
  ['/admin/?tab=audit&group=3', 3],
  ['/admin?tab=settings&group=3', undefined],
  ['/admin?tab=runs&group=3', undefined],
  ['/all-data?group=all', undefined],
  ['/compare?group=3', undefined],
  ['/profile?group=3', undefined],
  ['/admin/sessions?group=3', undefined],
])('%s shows the group %s', (address, group) => {
  const { pathname, search } = new URL(address, 'http://localhost')
  expect(selectedGroup({ pathname, search })).toBe(group)
})
