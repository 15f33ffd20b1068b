import { expect, test } from 'vitest'
import { browserZone, matches, notAZone, zoneLabel, zonesWith, zoneTyped } from './timeZones'

test('the zones are listed by their current names, each once and UTC first', () => {
  const zones = zonesWith('Europe/Berlin')
  expect(zones[0]).toBe('UTC')
  expect(zones).toEqual(
    expect.arrayContaining([
      'Europe/Berlin',
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'Europe/Kyiv',
      'America/New_York',
    ]),
  )
  expect(zones).not.toContain('Asia/Calcutta')
  expect(new Set(zones).size).toBe(zones.length)
  expect(zonesWith('')).not.toContain('')
})

test.each(['Mars/Olympus', 'Asia/Calcutta'])(
  'the stored zone %s is listed, even if the browser does not',
  (zone) => {
    expect(zonesWith(zone)).toContain(zone)
  },
)

test.each([
  ['UTC', '2026-11-21', 'UTC'],
  ['Europe/Berlin', '2026-11-21', 'Europe/Berlin (UTC+1)'],
  ['Europe/Berlin', '2026-07-21', 'Europe/Berlin (UTC+2)'],
  ['America/New_York', '2026-11-21', 'America/New_York (UTC-5)'],
  ['Asia/Kolkata', '2026-11-21', 'Asia/Kolkata (UTC+5:30)'],
  ['Africa/Abidjan', '2026-11-21', 'Africa/Abidjan (UTC)'],
  ['Mars/Olympus', '2026-11-21', 'Mars/Olympus'],
])('%s on %s is %s', (zone, day, label) => {
  expect(zoneLabel(zone, Date.parse(day)).replace('UTC+0', 'UTC')).toBe(label)
})

test.each([
  ['America/New_York (UTC-5)', 'new york', true],
  ['America/New_York (UTC-5)', 'NEW_', true],
  ['Asia/Kolkata (UTC+5:30)', '+5:30', true],
  ['Asia/Kolkata (UTC+5:30)', '', true],
  ['Asia/Kolkata (UTC+5:30)', 'berlin', false],
])('%s is found by %j: %s', (label, typed, found) => {
  expect(matches(label, typed)).toBe(found)
})

test('the zone of the browser is listed', () => {
  expect(zonesWith('')).toContain(browserZone())
})

const OPTIONS = ['UTC', 'Europe/Berlin', 'Europe/Bern', 'America/New_York'].map((zone) => ({
  value: zone,
  label: zoneLabel(zone, Date.UTC(2026, 0, 1)),
}))

test.each([
  ['utc', 'UTC'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Europe/Berlin (UTC+1)', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['ber', undefined],
  ['Atlantis', undefined],
])('%s is the zone %s', (typed, zone) => {
  expect(zoneTyped(OPTIONS, typed)).toBe(zone)
})

test.each([
  [' ', 'Select a time zone'],
  ['ber', 'Several time zones match “ber”. Select one from the list'],
  ['Atlantis', expect.stringMatching(/^No time zone matches “Atlantis”\. Type a large city/)],
])('an error says why %s is no zone', (typed, message) => {
  expect(notAZone(OPTIONS, typed)).toEqual(message)
})
