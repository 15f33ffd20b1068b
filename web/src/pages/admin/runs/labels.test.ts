import { expect, test } from 'vitest'
import { hasRequests, unitName } from './labels'

test('a unit is named by its username, video ID or link', () => {
  expect(unitName({ username: 'mia' })).toBe('@mia')
  expect(unitName({ username: null, video_id: '71', url: 'https://x' })).toBe('Video 71')
  expect(unitName({ url: 'https://vm.tiktok.com/x' })).toBe('Video (short link)')
  expect(unitName({})).toBe('Deleted')
})

test.each([
  [6, 'completed', true],
  [0, 'completed', false],
  [0, 'queued', true],
  [0, 'running', true],
] as const)('%i requests of a run that is %s are shown: %s', (requests, status, shown) => {
  expect(hasRequests({ requests, status })).toBe(shown)
})
