import { expect, test } from 'vitest'
import { formatGap } from './unlistedItems'

test('what a list leaves out is said beside what was collected', () => {
  expect(formatGap('instagram', { count: 1328, gap: 12 })).toBe(
    '12 of 1,340 posts are not in the list that Instagram shows',
  )
  expect(formatGap('tiktok', { count: 4, gap: 1 })).toBe('1 of 5 videos is not in the list that TikTok shows')
})

test('nothing is said of a whole list, nor before it was read to its end', () => {
  expect(formatGap('tiktok', { count: 4, gap: 0 })).toBeUndefined()
  expect(formatGap('tiktok', { count: 4, gap: null })).toBeUndefined()
  expect(formatGap('tiktok', { count: 4 })).toBeUndefined()
})
