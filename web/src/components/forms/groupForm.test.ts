import { expect, test } from 'vitest'
import { changeOf, hasOwnRules, NEW_GROUP, newGroupOf } from './groupForm'

const GROUP = { ...NEW_GROUP, name: 'Harbour Coffee' }

test('a group is created with its name and its limits', () => {
  expect(newGroupOf(GROUP)).toEqual({
    name: 'Harbour Coffee',
    description: '',
    max_instagram_accounts: 10,
    max_tiktok_accounts: 10,
    max_tiktok_videos: 100,
  })
})

test('blank rules are those of the platform', () => {
  expect(hasOwnRules(GROUP)).toBe(false)
  expect(changeOf(GROUP)).toEqual({
    ...newGroupOf(GROUP),
    members_manage_accounts: true,
    instagram_interval: null,
    tiktok_interval: null,
    cost: null,
    currency: null,
  })
})

test.each([
  [{ tiktok_interval: 5 }, { tiktok_interval: 5 }],
  [{ currency: ' chf' }, { currency: 'CHF' }],
  [{ members_manage_accounts: false }, { members_manage_accounts: false }],
  [{ cost: { ...GROUP.cost, model: 'per_mille' } }, { cost: { model: 'per_mille', rate: 1 } }],
] as const)('a group with %j has a rule of its own', (fields, change) => {
  const form = { ...GROUP, ...fields }
  expect(hasOwnRules(form)).toBe(true)
  expect(changeOf(form)).toMatchObject(change)
})
