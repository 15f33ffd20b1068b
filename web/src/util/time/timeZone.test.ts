import { afterEach, expect, test } from 'vitest'
import { addDays, dayAt, daysText, setTimeZone, startOfDay, UTC, zoned } from './timeZone'

afterEach(() => setTimeZone(UTC))

test.each([
  ['UTC', '2026-11-20T23:59:59Z', '2026-11-20'],
  ['UTC', '2026-11-21T00:00:00Z', '2026-11-21'],
  ['Asia/Kolkata', '2026-11-20T18:29:59Z', '2026-11-20'],
  ['Asia/Kolkata', '2026-11-20T18:30:00Z', '2026-11-21'],
  ['Asia/Kathmandu', '2026-11-20T18:14:59Z', '2026-11-20'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21'],
  ['America/New_York', '2026-11-21T04:59:59Z', '2026-11-20'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ['Pacific/Pago_Pago', '2027-01-01T10:59:59Z', '2026-12-31'],
])('in %s, %s is on %s', (zone, time, day) => {
  expect(dayAt(Date.parse(time), zone)).toBe(day)
})

// Time, first moment, and length in hours.
test.each([
  ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z', 24],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z', 24],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z', 24],
  ['America/St_Johns', '2026-07-01', '2026-07-01T02:30:00.000Z', 24],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
  ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z', 24],
  // The clock changes at night.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  // By half an hour.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
  // Midnight is skipped: these days begin at 1:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 23],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
  // 23:00 is repeated, or 0:00.
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
])('in %s, %s begins at %s and has %d hours', (zone, day, start, hours) => {
  expect(startOfDay(day, 0, zone)).toBe(start)
  expect(Date.parse(startOfDay(day, 1, zone)) - Date.parse(start)).toBe(hours * 3_600_000)
  expect(startOfDay(addDays(day, 1), 0, zone)).toBe(startOfDay(day, 1, zone))
})

test('a day that a zone skipped has no length', () => {
  expect(startOfDay('2011-12-30', 0, 'Pacific/Apia')).toBe(startOfDay('2011-12-31', 0, 'Pacific/Apia'))
})

test.each(['UTC', 'Asia/Kathmandu', 'Africa/Cairo', 'America/Santiago', 'Australia/Lord_Howe'])(
  'in %s, every day begins with its first minute',
  (zone) => {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const start = Date.parse(startOfDay(day, 0, zone))
      expect([dayAt(start - 1, zone), dayAt(start, zone)]).toEqual([addDays(day, -1), day])
    }
  },
)

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-29', 0, '2026-03-29'],
])('%s and %d days later is %s', (day, later, expected) => {
  expect(addDays(day, later)).toBe(expected)
})

test.each([
  ['UTC', 'Days are UTC.'],
  ['Europe/Berlin', 'Days are in Europe/Berlin time.'],
])('days in %s: %s', (zone, text) => {
  expect(daysText(zone)).toBe(text)
})

test('the zone is UTC until it is set, and used where none is given', () => {
  const hour = zoned({ hour: 'numeric' })
  const time = Date.parse('2026-11-20T20:00:00Z')
  const all = () => [dayAt(time), startOfDay('2026-11-21'), daysText(), hour().format(time)]
  expect(all()).toEqual(['2026-11-20', '2026-11-21T00:00:00.000Z', 'Days are UTC.', '8 PM'])
  setTimeZone('Asia/Tokyo')
  expect(all()).toEqual(['2026-11-21', '2026-11-20T15:00:00.000Z', 'Days are in Asia/Tokyo time.', '5 AM'])
})

test('a zone that the browser does not have is formatted in UTC, and still stated', () => {
  expect(dayAt(Date.parse('2026-11-21T00:00:00Z'), 'Mars/Olympus')).toBe('2026-11-21')
  expect(zoned({ timeStyle: 'long' })('Mars/Olympus').format(0)).toMatch(/^12:00:00\sAM UTC$/)
  expect(daysText('Mars/Olympus')).toBe('Days are in Mars/Olympus time.')
})
