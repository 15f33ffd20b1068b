import { expect, test } from 'vitest'
import { countOutcomes, failedFirst, kindOf } from './outcomes'

const OUTCOMES = [
  { code: 'ok', is_success: true },
  { code: 'ok_no_videos', is_success: true },
  { code: 'rate_limited', is_success: false },
]

const units = (...statuses: string[]) => statuses.map((status) => ({ status }))

test('units are counted by outcome: successes, failures, then waiting ones', () => {
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

test('failures come before what succeeded or waits, whose order stays', () => {
  const sorted = failedFirst(units('ok', 'pending', 'private', 'ok_no_videos', 'rate_limited'), OUTCOMES)
  expect(sorted).toEqual(units('private', 'rate_limited', 'ok', 'pending', 'ok_no_videos'))
})

test('an unknown outcome is a failure', () => {
  expect(kindOf('of_tomorrow', OUTCOMES)).toBe('failed')
})

test('counted outcomes are summed', () => {
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
