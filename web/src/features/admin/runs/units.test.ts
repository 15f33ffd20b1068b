import { expect, test } from 'vitest'
import { countOutcomes } from '@/features/admin/outcomes/outcomes'
import { countRetried, unitName } from './units'

const OUTCOMES = [
  { code: 'ok', is_success: true },
  { code: 'ok_no_videos', is_success: true },
  { code: 'rate_limited', is_success: false },
]

const units = (...statuses: string[]) => statuses.map((status) => ({ status }))

test('what waits for a decision is not tried again, nor what has not failed', () => {
  const counts = countOutcomes(
    units('ok', 'pending', 'interrupted', 'identity_changed', 'rate_limited', 'rate_limited'),
    OUTCOMES,
  )
  expect(countRetried(counts)).toBe(3)
  expect(countRetried([])).toBe(0)
})

test('a unit is named by what is known of it', () => {
  expect(unitName({ username: 'mia' })).toBe('@mia')
  expect(unitName({ username: null, video_id: '71', url: 'https://x' })).toBe('Video 71')
  expect(unitName({ url: 'https://vm.tiktok.com/x' })).toBe('Video by a short link')
  expect(unitName({})).toBe('Deleted since')
})
