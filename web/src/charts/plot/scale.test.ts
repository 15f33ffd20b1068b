import { expect, test } from 'vitest'
import { labeledPoints, linearScale, niceTicks } from './scale'

test.each([
  [0, 612, [0, 200, 400, 600, 800]],
  [0, 0, [0, 1]],
  [0, 3, [0, 1, 2, 3]],
  [-120, 300, [-200, 0, 200, 400]],
  [1_020_000, 1_080_000, [1_020_000, 1_040_000, 1_060_000, 1_080_000]],
])('from %d to %d the lines are at %j', (low, high, ticks) => {
  expect(niceTicks(low, high)).toEqual(ticks)
})

test('a scale has lines at both ends', () => {
  const { place, ticks } = linearScale([0, 612], 200, 0)
  expect(place(ticks[0] ?? Number.NaN)).toBe(200)
  expect(place(ticks.at(-1) ?? Number.NaN)).toBe(0)
  expect(place(400)).toBe(100)
})

test('the last point is always labeled, others if they fit', () => {
  expect(labeledPoints(7, 700, 60)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labeledPoints(30, 400, 60)).toEqual([4, 9, 14, 19, 24, 29])
  expect(labeledPoints(1, 400, 60)).toEqual([0])
  expect(labeledPoints(0, 400, 60)).toEqual([])
})
