import { expect, test } from 'vitest'
import { unknownReason } from './metrics'

test('an item without views has no views, CPM and engagement, but likes', () => {
  expect(unknownReason('views', 'no_views')).toContain('no view count')
  expect(unknownReason('cpm', 'no_views')).toBeDefined()
  expect(unknownReason('engagement', 'no_views')).toBeDefined()
  expect(unknownReason('likes', 'no_views')).toBeUndefined()
})

test('hidden likes leave everything else known', () => {
  expect(unknownReason('likes', 'likes_hidden')).toContain('hides the likes')
  expect(unknownReason('engagement', 'likes_hidden')).toBeUndefined()
  expect(unknownReason('cpm', 'likes_hidden')).toBeUndefined()
})

test('without a cost only the CPM is unknown', () => {
  expect(unknownReason('cpm', 'no_cost')).toContain('no cost is set')
  expect(unknownReason('engagement', 'no_cost')).toBeUndefined()
})

test('everything is known of a measured item', () => {
  expect(unknownReason('views', 'ok')).toBeUndefined()
})
