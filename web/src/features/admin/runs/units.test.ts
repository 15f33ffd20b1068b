import { expect, test } from 'vitest'
import { countOutcomes, countRetried, kindOf, unitName } from './units'

const OUTCOMES = [
  { code: 'ok', is_success: true },
  { code: 'ok_no_videos', is_success: true },
  { code: 'rate_limited', is_success: false },
]

const units = (...statuses: string[]) => statuses.map((status) => ({ status }))

test('units are counted by outcome: read ones first, then failures, then those that wait', () => {
  const counts = countOutcomes(
    units('pending', 'rate_limited', 'ok', 'private', 'ok', 'rate_limited', 'ok_no_videos'),
    OUTCOMES,
  )
  expect(counts).toEqual([
    { status: 'ok', count: 2, kind: 'read' },
    { status: 'ok_no_videos', count: 1, kind: 'read' },
    { status: 'rate_limited', count: 2, kind: 'failed' },
    { status: 'private', count: 1, kind: 'failed' },
    { status: 'pending', count: 1, kind: 'waiting' },
  ])
})

test('what waits for a decision is not tried again, nor what has not failed', () => {
  const counts = countOutcomes(
    units('ok', 'pending', 'interrupted', 'identity_changed', 'rate_limited', 'rate_limited'),
    OUTCOMES,
  )
  expect(countRetried(counts)).toBe(3)
  expect(countRetried([])).toBe(0)
})

test('an outcome that this page does not know yet is a failure', () => {
  expect(kindOf('of_tomorrow', OUTCOMES)).toBe('failed')
})

test('a unit is named by what is known of it', () => {
  expect(unitName({ username: 'mia' })).toBe('@mia')
  expect(unitName({ username: null, video_id: '71', url: 'https://x' })).toBe('Video 71')
  expect(unitName({ url: 'https://vm.tiktok.com/x' })).toBe('Video by a short link')
  expect(unitName({})).toBe('Deleted since')
})
