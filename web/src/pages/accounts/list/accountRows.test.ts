import { expect, test } from 'vitest'
import { rowsOf } from './accountRows'
import type { AccountsGains } from '@/pages/accounts/gains'
import type { Account } from '@/pages/accounts/model'

const account = (id: number) => ({ id }) as Account
const GAINS = {
  currency: 'EUR',
  accounts: [{ id: 1, gained_views: -5, previous_gained_views: 3, cost: 2, previous_cost: 1 }],
} as AccountsGains

test('the gains of an account that the response does not contain are unknown', () => {
  const rows = rowsOf([account(1), account(2)], GAINS, true)
  expect(rows.map(({ gain }) => gain?.cost)).toEqual([2, undefined])
  expect(rows.map(({ gains }) => gains?.currency)).toEqual(['EUR', undefined])
  expect(rowsOf([account(1)], undefined, true)[0]?.gain).toBeUndefined()
})
