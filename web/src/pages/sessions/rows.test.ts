import { expect, test } from 'vitest'
import { rowsOf, valuesPageOf } from './rows'
import type { PooledSession } from './states'

const status = (index: number, state: PooledSession['state'] = 'active'): PooledSession => ({
  id: 100 + index,
  index,
  name: `0000000${index}`,
  state,
  since: '2026-11-21T10:00:00Z',
  in_use: false,
  accounts: 0,
  requests_24_hours: 0,
})

const poolOf = (sessions: PooledSession[], total: number) => ({
  summary: {
    total,
    usable: 0,
    required: 0,
    in_use: 0,
    active: 0,
    cooling: 0,
    suspect: 0,
    challenged: 0,
    dead: 0,
    disabled: 0,
  },
  sessions,
  total: sessions.length,
  total_pages: 1,
})

const listOf = (page: number, sessions: string[], total: number) => ({
  page,
  sessions,
  total,
  total_pages: 1,
  version: '"1"',
})

test('each session is listed with the status at its position', () => {
  const pool = poolOf([status(50), status(51, 'dead')], 52)
  expect(rowsOf(listOf(2, ['a', 'b'], 52), pool, undefined)).toEqual([
    { index: 50, value: 'a', status: status(50) },
    { index: 51, value: 'b', status: status(51, 'dead') },
  ])
})

test('a session whose status is not known yet is listed', () => {
  expect(rowsOf(listOf(1, ['a'], 1), undefined, undefined)).toEqual([
    { index: 0, value: 'a', status: undefined },
  ])
})

test('values and statuses of different lists are not shown in one row', () => {
  const list = listOf(1, ['a'], 1)
  const pool = poolOf([status(0, 'dead')], 2)
  expect(rowsOf(list, pool, undefined)).toEqual([{ index: 0, value: 'a', status: undefined }])
  expect(rowsOf(list, pool, 'dead')).toEqual([{ index: 0, value: undefined, status: status(0, 'dead') }])
})

test('the sessions with a state have their values if these are loaded', () => {
  const pool = poolOf([status(1, 'dead'), status(70, 'dead')], 80)
  expect(rowsOf(listOf(1, ['a', 'b'], 80), pool, 'dead')).toEqual([
    { index: 1, value: 'b', status: status(1, 'dead') },
    { index: 70, value: undefined, status: status(70, 'dead') },
  ])
})

test('the values of another page of filtered sessions are those from its first session on', () => {
  const last = Array.from({ length: 20 }, (_, offset) => status(90 + offset, 'dead'))
  const pool = { ...poolOf(last, 120), total: 70, total_pages: 2 }
  expect(valuesPageOf('dead 2', pool, undefined)?.page).toBe(2)
  const list = listOf(
    2,
    Array.from({ length: 50 }, (_, offset) => `value ${50 + offset}`),
    120,
  )
  const rows = rowsOf(list, pool, 'dead')
  expect(rows).toHaveLength(20)
  expect(rows[9]).toEqual({ index: 99, value: 'value 99', status: last[9] })
  expect(rows[10]).toEqual({ index: 100, value: undefined, status: last[10] })
})

test('the page of values is that of the first session with a state, and stays when the statuses change', () => {
  const pool = poolOf([status(70, 'dead')], 80)
  const first = valuesPageOf('dead 1', pool, undefined)
  expect(first).toEqual({ filter: 'dead 1', page: 2 })
  expect(valuesPageOf('dead 1', poolOf([status(3, 'dead')], 80), first)).toBe(first)
  expect(valuesPageOf('dead 2', undefined, first)).toBeUndefined()
  expect(valuesPageOf('dead 2', poolOf([status(3, 'dead')], 80), first)).toEqual({
    filter: 'dead 2',
    page: 1,
  })
  expect(valuesPageOf('cooling 1', poolOf([], 80), first)).toEqual({ filter: 'cooling 1', page: 1 })
})
