import { expect, test } from 'vitest'
import { countOutcomes, kindOf } from './outcomes'

const OUTCOMES = [
  { code: 'ok', is_success: true },
  { code: 'ok_no_videos', is_success: true },
  { code: 'rate_limited', is_success: false },
]

const units = (...statuses: string[]) => statuses.map((status) => ({ status }))

test('counts by outcome: successes first, then failures, then pending units', () => {
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

test('an unknown outcome counts as a failure', () => {
  expect(kindOf('of_tomorrow', OUTCOMES)).toBe('failed')
})

test('adds up existing counts', () => {
  const counts = countOutcomes(
    [
      { status: 'ok', count: 5 },
      { status: 'rate_limited', count: 2 },
      { status: 'ok', count: 7 },
    ],
    OUTCOMES,
  )
  expect(counts.map(({ status, count }) => [status, count])).toEqual([
    ['ok', 12],
    ['rate_limited', 2],
  ])
})
