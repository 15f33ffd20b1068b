import { expect, test } from 'vitest'
import { inOrder, parseDay, parseId, withParameters } from './urlParams'

test('URL parameters are replaced, removed if empty, and otherwise kept', () => {
  const search = new URLSearchParams('tab=audit&page=4&user=ann')
  expect(withParameters(search, { user: 'ben', page: '', from: '2026-11-01' }).toString()).toBe(
    'tab=audit&user=ben&from=2026-11-01',
  )
  expect(search.toString()).toBe('tab=audit&page=4&user=ann')
})

test.each([
  ['2026-11-21', '2026-11-21'],
  ['2026-13-45', ''],
  ['2026-02-31', ''],
  ['yesterday', ''],
  [null, ''],
])('the day %s is read as %j', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test.each([
  [
    { from: '2026-11-21', to: '2026-11-01' },
    { from: '2026-11-01', to: '2026-11-21' },
  ],
  [
    { from: '2026-11-01', to: '2026-11-21' },
    { from: '2026-11-01', to: '2026-11-21' },
  ],
  [
    { from: '2026-11-21', to: '' },
    { from: '2026-11-21', to: '' },
  ],
])('the days %j are in the order %j', (days, ordered) => {
  expect(inOrder(days)).toEqual(ordered)
})

test.each([
  ['7', 7],
  ['0', undefined],
  ['-3', undefined],
  ['1.5', undefined],
  ['x', undefined],
  ['', undefined],
  [null, undefined],
])('%j of the address bar is the id %j', (text, id) => {
  expect(parseId(text)).toBe(id)
})
