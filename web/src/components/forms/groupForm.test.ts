import { expect, test } from 'vitest'
import {
  changeOf,
  differenceOf,
  hasOwnRules,
  NEW_GROUP,
  newGroupOf,
  poolChoices,
  poolOptions,
  type GroupForm,
} from './groupForm'

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
  expect(changeOf(GROUP, {})).toEqual({
    ...newGroupOf(GROUP),
    members_manage_accounts: true,
    instagram_interval: null,
    tiktok_interval: null,
    cost: null,
    currency: null,
    time_zone: null,
  })
})

test.each<[Partial<GroupForm>, object]>([
  [{ tiktok_interval: 5 }, { tiktok_interval: 5 }],
  [{ currency: ' chf' }, { currency: 'CHF' }],
  [{ time_zone: 'Europe/Zurich' }, { time_zone: 'Europe/Zurich' }],
  [{ members_manage_accounts: false }, { members_manage_accounts: false }],
  [{ scraper_pool: 'eu' }, { scraper_pool: 'eu' }],
  [{ allowed_scraper_pools: ['us', 'eu'] }, { allowed_scraper_pools: ['us', 'eu'] }],
  [{ cost: { ...GROUP.cost, model: 'per_mille' } }, { cost: { model: 'per_mille', rate: 1 } }],
])('a group with %j has a rule of its own', (fields, change) => {
  const form = { ...GROUP, ...fields }
  expect(hasOwnRules(form)).toBe(true)
  expect(changeOf(form, {})).toMatchObject(change)
})

test('scraper pools are sent only if they change', () => {
  const pools = { scraper_pool: 'eu', allowed_scraper_pools: ['us'] }
  const unchanged = changeOf({ ...GROUP, ...pools }, pools)
  expect(unchanged).not.toHaveProperty('scraper_pool')
  expect(unchanged).not.toHaveProperty('allowed_scraper_pools')
  expect(changeOf(GROUP, pools)).toMatchObject({ scraper_pool: null, allowed_scraper_pools: [] })
})

test.each<[Partial<GroupForm>, object]>([
  [{}, {}],
  [{ description: 'Tea' }, { description: 'Tea' }],
  [{ max_tiktok_accounts: 25 }, { max_tiktok_accounts: 25 }],
  [{ name: 'Harbour Coffee ', currency: 'eur ' }, {}],
  [{ currency: '' }, { currency: null }],
  [{ time_zone: '' }, { time_zone: null }],
  [{ time_zone: 'UTC' }, { time_zone: 'UTC' }],
  [{ tiktok_interval: '' }, { tiktok_interval: null }],
  [{ cost: { ...GROUP.cost, model: 'flat', flat: 2 } }, { cost: { model: 'flat', cost: 2 } }],
  [{ scraper_pool: '' }, { scraper_pool: null }],
  [{ allowed_scraper_pools: [] }, { allowed_scraper_pools: [] }],
])('a group in whose form %j was changed is sent with %j', (fields, change) => {
  const opened: GroupForm = {
    ...GROUP,
    currency: 'EUR',
    time_zone: 'Europe/Berlin',
    tiktok_interval: 30,
    scraper_pool: 'eu',
    allowed_scraper_pools: ['us'],
  }
  expect(differenceOf({ ...opened, ...fields }, opened)).toEqual(change)
})

test('a deleted scraper pool stays an option while it is selected', () => {
  expect(poolOptions([{ name: 'eu', region: '' }], ['us', 'eu'])).toEqual([
    { value: 'eu', label: 'eu' },
    { value: 'us', label: 'us (does not exist)' },
  ])
  expect(poolChoices([{ name: 'eu', region: '' }], 'eu')).toHaveLength(2)
  expect(poolChoices([{ name: 'us', region: 'us-east-1' }], 'eu')).toEqual([
    { value: '', label: 'None' },
    { value: 'us', label: 'us (us-east-1)' },
    { value: 'eu', label: 'eu (does not exist)' },
  ])
})
