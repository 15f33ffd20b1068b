import { expect, test } from 'vitest'
import { unitName } from './labels'

test('a unit is named by its username, video ID or link', () => {
  expect(unitName({ username: 'mia' })).toBe('@mia')
  expect(unitName({ username: null, video_id: '71', url: 'https://x' })).toBe('Video 71')
  expect(unitName({ url: 'https://vm.tiktok.com/x' })).toBe('Video (short link)')
  expect(unitName({})).toBe('Deleted')
})
