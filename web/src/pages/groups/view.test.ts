import { expect, test } from 'vitest'
import { parseView, searchOf } from './view'

test.each([
  ['', { group: undefined, tab: 'overview' }],
  ['group=3', { group: 3, tab: 'overview' }],
  ['group=3&tab=tiktok', { group: 3, tab: 'tiktok' }],
] as const)('?%s is %j, and back', (search, view) => {
  expect(parseView(new URLSearchParams(search))).toEqual(view)
  expect(searchOf(view).toString()).toBe(search)
})

test('an invalid URL shows no group and the first tab', () => {
  expect(parseView(new URLSearchParams('group=x&tab=y'))).toEqual({ group: undefined, tab: 'overview' })
})
