import { expect, test } from 'vitest'
import { changesOf, companyOf, matching, type User } from './users'

const user = (id: number, change: Partial<User>): User => ({
  id,
  username: `user${id}`,
  email: `user${id}@example.com`,
  full_name: '',
  company_name: '',
  is_admin: false,
  role: 'member',
  is_active: true,
  is_group_admin: false,
  created_at: '2026-11-21T08:00:00Z',
  ...change,
})

const ANN = user(1, { full_name: 'Ann Example', group_id: 1, group_name: 'Acme' })
const BEN = user(2, {
  email: 'ben@other.example',
  group_id: 2,
  company_name: 'Other Ltd',
  group_name: 'Other',
})
const ADMIN = user(3, { is_admin: true })

test('a user belongs to a company, a group or the platform', () => {
  expect([ANN, BEN, ADMIN, user(4, {})].map(companyOf)).toEqual(['Acme', 'Other Ltd', 'Platform', '—'])
})

test.each([
  [{ groupId: undefined, search: '' }, [ANN, BEN, ADMIN]],
  [{ groupId: 1, search: '' }, [ANN]],
  [{ groupId: undefined, search: 'EXAMPLE.COM' }, [ANN, ADMIN]],
  [{ groupId: undefined, search: 'other ltd' }, [BEN]],
  [{ groupId: 2, search: 'ann' }, []],
])('%j finds', (filter, found) => {
  expect(matching([ANN, BEN, ADMIN], filter)).toEqual(found)
})

test.each([
  [{}, {}],
  [{ full_name: '' }, { full_name: '' }],
  [
    { email: 'new@example.com', is_group_admin: true },
    { email: 'new@example.com', is_group_admin: true },
  ],
])('an edit to %j sends only the changes', (edit, sent) => {
  expect(changesOf(ANN, { ...ANN, ...edit })).toEqual(sent)
})
