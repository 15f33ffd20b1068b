import { expect, test } from 'vitest'
import { knownViews } from './knownViews'

test('views that are not those of all items say so', () => {
  expect(knownViews('instagram', 1391, 1483)).toBe('Views known for 1,391 of 1,483 posts')
  expect(knownViews('tiktok', 0, 1)).toBe('Views known for 0 of 1 video')
  expect(knownViews('tiktok', 405, 405)).toBeUndefined()
  expect(knownViews('tiktok', 0, 0)).toBeUndefined()
})
