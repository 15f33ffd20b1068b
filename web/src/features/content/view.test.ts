import { expect, test } from 'vitest'
import { parseView, searchOf } from './view'

test.each([
  ['', { tab: 'instagram', page: 1 }],
  ['page=3', { tab: 'instagram', page: 3 }],
  ['tab=tiktok', { tab: 'tiktok', page: 1 }],
  ['tab=tiktok&page=12', { tab: 'tiktok', page: 12 }],
] as const)('?%s is %j, and back', (search, view) => {
  expect(parseView(new URLSearchParams(search))).toEqual(view)
  expect(searchOf(view)).toBe(search)
})

test('nonsense is the first page of Instagram', () => {
  expect(parseView(new URLSearchParams('tab=x&page=-1'))).toEqual({ tab: 'instagram', page: 1 })
})
