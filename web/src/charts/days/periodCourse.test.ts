import { expect, test } from 'vitest'
import { periodOf, type Period, type PeriodName } from '@/util/time/period'
import { addDays } from '@/util/time/timeZone'
import { figureOfPeriod, periodCourse } from './periodCourse'
import { periodSums } from './periodSums'
import { testDay } from './testDay'

const VIEWS = { value: 'views', label: 'Views' } as const

/** Days from the first to the last one. The day of the month is gained each day, and the total is a hundred times that. */
function history(from: string, to: string) {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const date = Number(day.slice(8))
    days.push(testDay(day, { views: 100 * date, gained_views: date }))
  }
  return days
}

const custom = (from: string, to: string, today: string) => periodOf('custom', today, { from, to })
const MOST = 45

// Thursday.
const TODAY = '2026-11-26'

type Shown = [day: string, gained: number | null, before: string, earlier: number | null]

/** Returns the days of a chart as rows. */
function rowsOf(period: Period, today: string, known: ReturnType<typeof history>): Shown[] {
  const { gained, before } = periodCourse(known, 'views', { period, today }, MOST)
  return gained.map(({ at, value }, index) => {
    const { at: then = '', value: earlier = null } = before?.gained[index] ?? {}
    return [at.slice(5), value, then.slice(5), earlier]
  })
}

const YEAR = history('2026-01-01', '2026-11-26')

test.each<[string, Period, ReturnType<typeof history>, string, Shown[]]>([
  [
    'this week: today has nothing to compare with',
    periodOf('this-week', TODAY),
    YEAR,
    TODAY,
    [
      ['11-23', 23, '11-16', 16],
      ['11-24', 24, '11-17', 17],
      ['11-25', 25, '11-18', 18],
      ['11-26', 26, '', null],
    ],
  ],
  [
    'a history that begins in the period has no earlier values',
    periodOf('this-week', TODAY),
    history('2026-11-24', TODAY),
    TODAY,
    [
      ['11-23', null, '', null],
      ['11-24', 24, '', null],
      ['11-25', 25, '', null],
      ['11-26', 26, '', null],
    ],
  ],
  [
    'a history that begins in the previous period has some',
    periodOf('this-week', TODAY),
    history('2026-11-18', TODAY),
    TODAY,
    [
      ['11-23', 23, '11-16', null],
      ['11-24', 24, '11-17', null],
      ['11-25', 25, '11-18', 18],
      ['11-26', 26, '', null],
    ],
  ],
  [
    'a missing day is a gap',
    custom('2026-11-10', '2026-11-12', TODAY),
    YEAR.filter(({ day }) => day !== '2026-11-08' && day !== '2026-11-11'),
    TODAY,
    [
      ['11-10', 10, '11-07', 7],
      ['11-11', null, '11-08', null],
      ['11-12', 12, '11-09', 9],
    ],
  ],
  [
    'days up to today are not compared',
    custom('2026-11-25', TODAY, TODAY),
    YEAR,
    TODAY,
    [
      ['11-25', 25, '', null],
      ['11-26', 26, '', null],
    ],
  ],
  [
    'one day is compared with the day before',
    custom('2026-11-01', '2026-11-01', TODAY),
    YEAR,
    TODAY,
    [['11-01', 1, '10-31', 31]],
  ],
  [
    'days after the history are unknown',
    custom('2026-11-24', '2026-11-25', TODAY),
    history('2026-01-01', '2026-11-24'),
    TODAY,
    [
      ['11-24', 24, '11-22', 22],
      ['11-25', null, '11-23', 23],
    ],
  ],
])('%s', (_, period, known, today, rows) => {
  expect(rowsOf(period, today, known)).toEqual(rows)
})

test.each<[PeriodName, string, number, Shown, Shown]>([
  // The last days of March have none to compare with, and the last days of January are compared with none.
  ['last-month', '2026-04-15', 31, ['03-28', 28, '02-28', 28], ['03-31', 31, '', null]],
  ['last-month', '2026-03-15', 28, ['02-25', 25, '01-25', 25], ['02-28', 28, '01-28', 28]],
  ['last-month', '2026-06-15', 31, ['05-28', 28, '04-28', 28], ['05-31', 31, '', null]],
  // The days of this month, of which February does not have the last ones, and today.
  ['this-month', '2026-03-31', 31, ['03-28', 28, '02-28', 28], ['03-31', 31, '', null]],
  ['28-days', '2026-03-15', 29, ['03-12', 12, '02-12', 12], ['03-15', 15, '', null]],
])(
  '%s on %s has %d days, and months of different lengths are aligned by their first day',
  (name, today, count, fourthLast, last) => {
    const rows = rowsOf(periodOf(name, today), today, YEAR)
    expect(rows).toHaveLength(count)
    expect(rows.at(-4)).toEqual(fourthLast)
    expect(rows.at(-1)).toEqual(last)
  },
)

test('totals are aligned in the same way, and only today is not complete', () => {
  const shown = { period: periodOf('this-week', TODAY), today: TODAY }
  const { total, before, partial } = periodCourse(YEAR, 'views', shown, MOST)
  expect(total.map(({ value }) => value)).toEqual([2300, 2400, 2500, 2600])
  expect(before?.total.map(({ value }) => value)).toEqual([1600, 1700, 1800, null])
  expect(partial).toBe(true)
  const over = { period: periodOf('last-week', TODAY), today: TODAY }
  expect(periodCourse(YEAR, 'views', over, MOST).partial).toBe(false)
})

test('the only day of a chart of today is its last one, without a comparison', () => {
  const period = periodOf('today', TODAY)
  expect(rowsOf(period, TODAY, YEAR).map(([day]) => day)).toHaveLength(8)
  expect(periodCourse(YEAR, 'views', { period, today: TODAY }, MOST)).toMatchObject({ partial: true })
  expect(periodCourse(YEAR, 'views', { period, today: TODAY }, MOST).before).toBeUndefined()
  expect(periodSums(YEAR, 'views', period, TODAY)).toEqual({
    total: 2600,
    gained: 26,
    before: { total: undefined, gained: undefined },
    soFar: undefined,
  })
})

test('more days than fit are grouped into weeks with the same days before, without today', () => {
  const shown = { period: periodOf('28-days', TODAY), today: TODAY }
  const { step, gained, total, before, partial } = periodCourse(YEAR, 'views', shown, 20)
  expect(step).toBe('week')
  expect(partial).toBe(false)
  expect(gained.map(({ at }) => at.slice(5))).toEqual(['11-01', '11-08', '11-15', '11-22', '11-25'])
  // October 1 to 4, and 5 to 11.
  expect(before?.gained.slice(0, 2)).toEqual([
    { at: '2026-10-04', value: 1 + 2 + 3 + 4 },
    { at: '2026-10-11', value: 5 + 6 + 7 + 8 + 9 + 10 + 11 },
  ])
  expect(total.at(-1)).toEqual({ at: '2026-11-25', value: 2500 })
  expect(before?.total.at(-1)).toEqual({ at: '2026-10-28', value: 2800 })
})

test('the start of tracking is marked if the chart shows it', () => {
  const shown = { period: periodOf('this-week', TODAY), today: TODAY }
  const marks = (from: string, begun: boolean) =>
    periodCourse(history(from, TODAY), 'views', shown, MOST, begun).marks
  expect(marks('2026-11-24', true)).toEqual([{ at: '2026-11-24', text: 'Tracking began' }])
  expect(marks('2026-11-24', false)).toEqual([])
  expect(marks('2026-11-20', true)).toEqual([])
})

test('the sums of a period are compared with the whole previous one, and those of today are apart', () => {
  expect(periodSums(YEAR, 'views', periodOf('this-week', TODAY), TODAY)).toEqual({
    total: 2500,
    gained: 23 + 24 + 25,
    before: { total: 1800, gained: 16 + 17 + 18 },
    soFar: { total: 2600, gained: 26 },
  })
  // January has more days than the chart of February.
  const february = periodSums(YEAR, 'views', periodOf('last-month', '2026-03-15'), '2026-03-15')
  expect(february.before).toEqual({ total: 3100, gained: (31 * 32) / 2 })
  expect(february.soFar).toBeUndefined()
})

test('sums before the history are unknown', () => {
  const unknown = { total: undefined, gained: undefined }
  const sums = periodSums(history(TODAY, TODAY), 'views', periodOf('this-week', TODAY), TODAY)
  expect(sums).toEqual({ ...unknown, before: unknown, soFar: { total: 2600, gained: 26 } })
})

test.each<[string, string, object]>([
  ['throughout', '2026-11-16', { gained: 72, period: 'this week', before: 51 }],
  ['since the previous period', '2026-11-17', { gained: 72, period: 'this week', before: undefined }],
  ['since today', TODAY, { gained: 26, period: 'today so far' }],
])('the figure of an account that was tracked %s', (_, from, figure) => {
  const found = figureOfPeriod(VIEWS, history(from, TODAY), periodOf('this-week', TODAY), TODAY)
  expect(found).toEqual({ label: 'Views', now: 2600, ...figure })
})

test('an account without a history in the period has no gain', () => {
  const period = custom('2026-11-01', '2026-11-02', TODAY)
  expect(figureOfPeriod(VIEWS, history('2026-11-24', TODAY), period, TODAY)).toEqual({
    label: 'Views',
    now: 2600,
    gained: undefined,
    period: 'No history in this period',
    before: undefined,
  })
})
