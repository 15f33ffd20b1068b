import { expect, test } from 'vitest'
import { byFailure, isFailing, named, rowsOf, sortedRows } from './accountRows'
import type { AccountsGains } from './gains'
import type { Account } from './model'

function account(id: number, username: string, rest: Partial<Account> = {}): Account {
  return {
    id,
    username,
    former_usernames: [],
    cadence: { every_minutes: 60, reason: 'configured', text: '' },
    group_id: 1,
    count: id,
    views: 100 * id,
    last_scraped: `2026-11-2${id}T12:00:00Z`,
    status: 'ok',
    status_text: 'Up to date',
    ...rest,
  }
}

const ACCOUNTS = [
  account(1, 'ann', { followers: 5 }),
  account(2, 'ben', { status: 'private', former_usernames: ['old.ben'] }),
  account(3, 'cleo', { last_scraped: null, status: 'pending', count: 0, views: 0 }),
  account(4, 'dan', { followers: 9 }),
]

const GAINS = {
  currency: 'EUR',
  accounts: [
    { id: 1, gained_views: -5, previous_gained_views: 3, cost: 2 },
    { id: 2, gained_views: null, previous_gained_views: null, cost: 0 },
    { id: 4, gained_views: 10, previous_gained_views: null, cost: 1 },
  ],
} as AccountsGains

const names = (rows: { account: Account }[]) => rows.map((row) => row.account.username).join(' ')

test('an account is found by a part of a current or former username', () => {
  for (const [text, found] of [
    ['', 'ann ben cleo dan'],
    [' @AN ', 'ann dan'],
    ['old', 'ben'],
    ['nobody', ''],
  ] as const) {
    expect(
      named(ACCOUNTS, text)
        .map(({ username }) => username)
        .join(' '),
    ).toBe(found)
  }
})

test('failing accounts come first, and unknown values last', () => {
  const rows = rowsOf(ACCOUNTS, GAINS, true)
  expect(rows.map(({ gain }) => gain?.cost)).toEqual([2, 0, undefined, 1])
  expect(names(sortedRows(rows, undefined))).toBe('ben ann cleo dan')
  for (const [by, order, sorted] of [
    ['name', 'desc', 'dan cleo ben ann'],
    ['followers', 'desc', 'dan ann ben cleo'],
    ['followers', 'asc', 'ann dan ben cleo'],
    ['items', 'asc', 'ann ben dan cleo'],
    ['views', 'desc', 'dan ben ann cleo'],
    ['gained', 'desc', 'dan ann ben cleo'],
    ['gained', 'asc', 'ann dan ben cleo'],
    ['cost', 'asc', 'ben dan ann cleo'],
    ['updated', 'desc', 'dan ben ann cleo'],
  ] as const) {
    expect(names(sortedRows(rows, { by, order })), `${by} ${order}`).toBe(sorted)
  }
})

test('an account fails if its last update did not succeed', () => {
  expect(ACCOUNTS.filter(isFailing).map(({ id }) => id)).toEqual([2])
})

test('failing accounts come first, and the others keep their order', () => {
  const sorted = ACCOUNTS.toSorted(byFailure).map(({ username }) => username)
  expect(sorted).toEqual(['ben', 'ann', 'cleo', 'dan'])
})
