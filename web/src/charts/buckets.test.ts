import { expect, test } from 'vitest'
import { gains, measuredCourse, stepOf, totals, type Measured } from './buckets'

const at = (observed_at: string, value: number | null): Measured => ({ observed_at, value })
const day = (date: string, value: number | null) => ({ at: `2026-11-${date}T00:00:00.000Z`, value })

const POINTS = [
  at('2026-11-01T08:00:00Z', 100),
  at('2026-11-01T20:00:00Z', 140),
  at('2026-11-02T08:00:00Z', 200),
  at('2026-11-04T08:00:00Z', 260),
  at('2026-11-04T09:00:00Z', null),
  at('2026-11-05T09:00:00Z', 250),
]

test('uses daily steps for long histories and shorter steps for new ones', () => {
  expect(stepOf(POINTS).name).toBe('day')
  expect(stepOf(POINTS.slice(0, 3)).name).toBe('hour')
  expect(stepOf([at('2026-11-01T08:00:00Z', 1), at('2026-11-01T09:00:00Z', 2)]).name).toBe('10 minutes')
  expect(stepOf([]).name).toBe('minute')
})

test('a day has its last known value, which is kept until it changes', () => {
  expect(totals(POINTS, stepOf(POINTS))).toEqual([
    day('01', 140),
    day('02', 200),
    day('03', 200),
    day('04', 260),
    day('05', 250),
  ])
  expect(totals([], stepOf([]))).toEqual([])
})

test('gains are signed, and zero on a day without a change', () => {
  expect(gains(totals(POINTS, stepOf(POINTS)))).toEqual([
    day('02', 60),
    day('03', 0),
    day('04', 60),
    day('05', -10),
  ])
  expect(gains([])).toEqual([])
})

test('the trend of a removed item keeps its last value until the removal, which is marked', () => {
  const { step, total, gained, marks } = measuredCourse(POINTS, {
    at: '2026-11-07T13:30:00Z',
    text: 'Removed',
  })
  expect([step, total.length]).toEqual(['day', 7])
  expect(total.slice(-2)).toEqual([day('06', 250), day('07', 250)])
  expect(gained.at(-1)).toEqual(day('07', 0))
  expect(marks).toEqual([{ at: total.at(-1)?.at, text: 'Removed' }])
})

test('a removed item without measurements has no trend', () => {
  expect(measuredCourse([], { at: '2026-11-07T13:30:00Z', text: 'Removed' }).total).toEqual([])
})

test('the trend of an item ends with its last measurement', () => {
  const { step, total, gained, partial } = measuredCourse(POINTS)
  expect([step, total.length, gained.length, partial]).toEqual(['day', 5, 4, false])
  expect(total.at(-1)).toEqual(day('05', 250))
  expect(gained.at(-1)).toEqual(day('05', -10))
})
