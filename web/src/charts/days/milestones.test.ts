import { expect, test } from 'vitest'
import { milestones } from './milestones'

const POSTED = '2026-11-01T12:00:00Z'
const point = (at: string, value: number | null) => ({ observed_at: `2026-11-${at}:00Z`, value })

test.each([
  [
    'measured before and after each age',
    [
      ['01T13:00', 10],
      ['02T12:00', 20],
      ['04T11:00', 30],
      ['08T12:01', 90],
    ],
    [20, 30, 30],
  ],
  [
    'measured too late for the first age',
    [
      ['03T00:00', 40],
      ['05T00:00', 50],
    ],
    [40],
  ],
  [
    'not yet that old when last measured',
    [
      ['01T13:00', 10],
      ['02T11:59', 15],
    ],
    [],
  ],
  [
    'the count at that age is unknown',
    [
      ['01T13:00', 10],
      ['02T11:00', null],
      ['03T11:00', 5],
      ['05T11:00', 6],
    ],
    [5],
  ],
  ['never measured', [], []],
] as const)('milestones: %s', (_, points, expected) => {
  const counts = milestones(
    points.map(([at, value]) => point(at, value)),
    POSTED,
  )
  expect(counts.map(({ value }) => value)).toEqual(expected)
})

test('milestones name their age', () => {
  const labels = milestones([point('01T13:00', 1), point('30T13:00', 2)], POSTED).map(({ label }) => label)
  expect(labels).toEqual(['After 24 hours', 'After 72 hours', 'After 7 days'])
})
