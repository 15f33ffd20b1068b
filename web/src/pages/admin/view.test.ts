import { expect, test } from 'vitest'
import { parseView, searchOf } from './view'

test.each([
  ['', { tab: 'overview', group: undefined }],
  ['group=3', { tab: 'overview', group: 3 }],
  ['tab=runs', { tab: 'runs', group: undefined }],
  ['tab=users&group=3', { tab: 'users', group: 3 }],
  ['tab=settings', { tab: 'settings', group: undefined }],
  ['tab=data-protection', { tab: 'data-protection', group: undefined }],
  ['tab=platforms', { tab: 'platforms', group: undefined }],
  ['tab=audit', { tab: 'audit', group: undefined }],
  ['tab=audit&group=3', { tab: 'audit', group: 3 }],
] as const)('?%s is %j, and back', (search, view) => {
  expect(parseView(new URLSearchParams(search))).toEqual(view)
  expect(searchOf(view).toString()).toBe(search)
})

test('an invalid URL opens the overview of all groups', () => {
  expect(parseView(new URLSearchParams('tab=x&group=-1'))).toEqual({ tab: 'overview', group: undefined })
})
