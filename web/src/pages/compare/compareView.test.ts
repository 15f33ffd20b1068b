import { expect, test } from 'vitest'
import { parseChosen, parseCompareView, withChosen } from './compareView'

test.each([
  ['', [], [], 0],
  ['3,7', [3, 7], [], 0],
  ['7, 3,7,,', [7, 3], [], 0],
  ['3,abc,0,-1,1e99', [3], ['abc', '0', '-1', '1e99'], 0],
  ['1,2,3,4,5,6,7,8', [1, 2, 3, 4, 5, 6], [], 2],
])('the list %j is read without what cannot be compared', (text, ids, invalid, excess) => {
  expect(parseChosen(text)).toEqual({ ids, invalid, excess })
})

test.each([
  ['', true, 'accounts', [], 'day', 'gained'],
  ['accounts=3,7&by=age&show=indexed', true, 'accounts', [3, 7], 'age', 'indexed'],
  ['groups=', true, 'groups', [], 'day', 'gained'],
  ['groups=2&show=total', true, 'groups', [2], 'day', 'total'],
  ['groups=2', false, 'accounts', [], 'day', 'gained'],
  ['groups=2&accounts=3', true, 'accounts', [3], 'day', 'gained'],
  ['by=week&show=all', false, 'accounts', [], 'day', 'gained'],
])('the view of ?%s is read (admin: %s)', (search, admin, subject, ids, by, show) => {
  const view = parseCompareView(new URLSearchParams(search), admin)
  expect(view).toMatchObject({ subject, chosen: { ids }, by, show })
})

test.each([
  ['accounts=3&by=age', 'accounts', [3, 7], 'by=age&accounts=3%2C7'],
  ['accounts=3&by=age', 'accounts', [], 'by=age'],
  ['accounts=3', 'groups', [], 'groups='],
  ['groups=1', 'accounts', [], ''],
] as const)('in ?%s, %s %j are chosen', (search, subject, ids, expected) => {
  expect(withChosen(new URLSearchParams(search), subject, ids).toString()).toBe(expected)
})
