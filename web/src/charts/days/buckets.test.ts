import { expect, test } from 'vitest'
import { gains, gridOf, measuredCourse, stepOf, totals, type Measured } from './buckets'

const at = (observed_at: string, value: number | null): Measured => ({ observed_at, value })
const day = (date: string, value: number | null) => ({ at: `2026-11-${date}`, value })

const totalsOf = (points: Measured[], zone?: string) => totals(points, gridOf(points, stepOf(points), zone))

const POINTS = [
  at('2026-11-01T08:00:00Z', 100),
  at('2026-11-01T20:00:00Z', 140),
  at('2026-11-02T08:00:00Z', 200),
  at('2026-11-04T08:00:00Z', 260),
  at('2026-11-04T09:00:00Z', null),
  at('2026-11-05T09:00:00Z', 250),
]

test('the step of a chart follows the length of the history', () => {
  expect(stepOf(POINTS).name).toBe('day')
  expect(stepOf(POINTS.slice(0, 3)).name).toBe('hour')
  expect(stepOf([at('2026-11-01T08:00:00Z', 1), at('2026-11-01T09:00:00Z', 2)]).name).toBe('10 minutes')
  expect(stepOf([]).name).toBe('minute')
})

test('the total of a day is its last known value', () => {
  expect(totalsOf(POINTS)).toEqual([
    day('01', 140),
    day('02', 200),
    day('03', 200),
    day('04', 260),
    day('05', 250),
  ])
  expect(totalsOf([])).toEqual([])
})

test('gains are signed, and 0 on a day without a change', () => {
  expect(gains(totalsOf(POINTS))).toEqual([day('02', 60), day('03', 0), day('04', 60), day('05', -10)])
  expect(gains([])).toEqual([])
})

test('the chart of a removed item continues to its removal and marks it', () => {
  const { step, total, gained, marks } = measuredCourse(POINTS, {
    at: '2026-11-07T13:30:00Z',
    text: 'Removed',
  })
  expect([step, total.length]).toEqual(['day', 7])
  expect(total.slice(-2)).toEqual([day('06', 250), day('07', 250)])
  expect(gained.at(-1)).toEqual(day('07', 0))
  expect(marks).toEqual([{ at: total.at(-1)?.at, text: 'Removed' }])
})

test('the chart of a removed item without measurements is empty', () => {
  expect(measuredCourse([], { at: '2026-11-07T13:30:00Z', text: 'Removed' }).total).toEqual([])
})

test('the chart of an item ends at its last measurement', () => {
  const { step, total, gained, partial } = measuredCourse(POINTS)
  expect([step, total.length, gained.length, partial]).toEqual(['day', 5, 4, false])
  expect(total.at(-1)).toEqual(day('05', 250))
  expect(gained.at(-1)).toEqual(day('05', -10))
})

test.each([
  [
    'America/New_York',
    'days',
    ['2026-10-30T12:00Z', '2026-11-01T03:59Z', '2026-11-01T04:00Z', '2026-11-02T04:59Z', '2026-11-04T05:00Z'],
    { '2026-10-30': 1, '2026-10-31': 2, '2026-11-01': 4, '2026-11-02': 4, '2026-11-03': 4, '2026-11-04': 5 },
  ],
  [
    'Africa/Cairo',
    'days, one of which begins at 1:00',
    ['2026-04-22T12:00Z', '2026-04-23T21:59Z', '2026-04-23T22:00Z', '2026-04-24T20:59Z', '2026-04-26T21:00Z'],
    { '2026-04-22': 1, '2026-04-23': 2, '2026-04-24': 4, '2026-04-25': 4, '2026-04-26': 4, '2026-04-27': 5 },
  ],
  [
    'Asia/Kolkata',
    'hours',
    ['2026-11-20T12:29Z', '2026-11-20T12:30Z', '2026-11-20T16:29Z'],
    {
      '2026-11-20T11:30:00.000Z': 1,
      '2026-11-20T12:30:00.000Z': 2,
      '2026-11-20T13:30:00.000Z': 2,
      '2026-11-20T14:30:00.000Z': 2,
      '2026-11-20T15:30:00.000Z': 3,
    },
  ],
  [
    'Asia/Kathmandu',
    '10 minutes',
    ['2026-11-20T18:14Z', '2026-11-20T18:15Z', '2026-11-20T18:54Z'],
    {
      '2026-11-20T18:05:00.000Z': 1,
      '2026-11-20T18:15:00.000Z': 2,
      '2026-11-20T18:25:00.000Z': 2,
      '2026-11-20T18:35:00.000Z': 2,
      '2026-11-20T18:45:00.000Z': 3,
    },
  ],
  [
    'Europe/Berlin',
    'hours, one of which is repeated',
    ['2026-10-24T22:30Z', '2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25T02:30Z'],
    {
      '2026-10-24T22:00:00.000Z': 1,
      '2026-10-24T23:00:00.000Z': 1,
      '2026-10-25T00:00:00.000Z': 2,
      '2026-10-25T01:00:00.000Z': 3,
      '2026-10-25T02:00:00.000Z': 4,
    },
  ],
])('in %s, measurements are grouped by %s', (zone, _steps, times, expected) => {
  const points = times.map((time, index) => at(time, index + 1))
  expect(Object.fromEntries(totalsOf(points, zone).map((point) => [point.at, point.value]))).toEqual(expected)
})
