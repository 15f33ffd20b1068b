import { expect, test } from 'vitest'
import { accountsQuery } from './accountsQuery'

const DAYS = { from: '2026-11-14', to: '2026-11-20' }
const ALL = { status: '', name: '', sort: undefined }

test('without a choice, all accounts are requested in the default order', () => {
  expect(accountsQuery(ALL, DAYS)).toEqual({})
})

test('search, status and order are sent to the server', () => {
  const sort = { by: 'views', order: 'desc' } as const
  expect(accountsQuery({ status: 'private', name: 'ann', sort }, DAYS)).toEqual({
    search: 'ann',
    status: 'private',
    sort: 'views',
    order: 'desc',
  })
})

test.each(['gained', 'cost'] as const)('the order by %s depends on the period', (by) => {
  const query = accountsQuery({ ...ALL, sort: { by, order: 'asc' } }, DAYS)
  expect(query).toEqual({ sort: by, order: 'asc', ...DAYS })
})
