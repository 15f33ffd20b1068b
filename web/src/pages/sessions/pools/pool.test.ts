import { expect, test } from 'vitest'
import type { ScraperPool } from '@/api/scraperPools'
import {
  addedOf,
  changeOf,
  deleteConsequence,
  egressProblem,
  formOf,
  NEW_POOL,
  POOL_RULES,
  poolsWithProxy,
  proxyChoices,
  setChoices,
  usedBy,
  type PoolForm,
} from './pool'

const POOL: ScraperPool = {
  name: 'eu',
  region: 'eu-central-1',
  instagram_proxy: 'Frankfurt',
  tiktok_proxy: null,
  instagram_state: 'proxy_missing',
  tiktok_state: 'ok',
  session_set: 'eu',
  sessions: 2,
  groups: 1,
  accounts: 0,
}

test('a pool is added without what was left blank, and its set is named like it', () => {
  const form = { ...NEW_POOL, name: ' eu ', instagram_proxy: 'Frankfurt' }
  expect(addedOf(form)).toEqual({
    name: 'eu',
    region: '',
    session_set: null,
    instagram_proxy: 'Frankfurt',
    tiktok_proxy: null,
  })
})

test('a pool is changed except for its name and for proxies that stay, which may not exist', () => {
  const change = (form: Partial<PoolForm>) => changeOf({ ...formOf(POOL), ...form }, POOL)
  expect(change({ session_set: ' ' })).toEqual({ region: 'eu-central-1', session_set: 'eu' })
  expect(change({ instagram_proxy: '' })).toMatchObject({ instagram_proxy: null })
  expect(change({ tiktok_proxy: 'Paris' })).toMatchObject({ tiktok_proxy: 'Paris' })
})

test.each(['', '-eu', 'eu-', 'EU', 'e u'])('%j is no name of a pool', (name) => {
  expect(POOL_RULES.name(name)).not.toBeNull()
})

test('names, sets and regions are checked', () => {
  expect(POOL_RULES.name(' eu-west-1 ')).toBeNull()
  expect([POOL_RULES.session_set(''), POOL_RULES.session_set('eu')]).toEqual([null, null])
  expect(POOL_RULES.session_set('e u')).not.toBeNull()
  expect([POOL_RULES.region(''), POOL_RULES.region('EU.1')]).toEqual([null, null])
  expect(POOL_RULES.region('e u')).not.toBeNull()
})

test('a platform without its proxy is not updated', () => {
  expect(egressProblem(POOL, 'instagram')).toContain('does not exist')
  expect(egressProblem(POOL, 'tiktok')).toBeUndefined()
})

test('the users of a pool are counted', () => {
  expect(usedBy({ groups: 0, accounts: 0 })).toBe('Not in use')
  expect(usedBy({ groups: 1, accounts: 0 })).toBe('1 group')
  expect(usedBy({ groups: 2, accounts: 3 })).toBe('2 groups and 3 accounts')
})

test('the sessions of a deleted pool are mentioned', () => {
  expect(deleteConsequence({ sessions: 0 })).not.toContain('session')
  expect(deleteConsequence({ sessions: 1 })).toContain('1 session will not be used')
})

test('the pools with a proxy are found by its name', () => {
  expect(poolsWithProxy([POOL], 'Frankfurt')).toEqual(['eu'])
  expect(poolsWithProxy([POOL], 'Oslo')).toEqual([])
})

test('a set or a proxy that does not exist any more is still offered', () => {
  expect(setChoices([POOL, { name: 'us', session_set: 'america' }], 'old')).toEqual([
    { value: '', label: 'Common' },
    { value: 'eu', label: 'eu' },
    { value: 'america', label: 'america (pool us)' },
    { value: 'old', label: 'old (no pool)' },
  ])
  expect(setChoices([POOL], '')).toHaveLength(2)
  expect(proxyChoices([{ name: 'Oslo' }], 'Frankfurt').map(({ label }) => label)).toEqual([
    'No proxy',
    'Oslo',
    'Frankfurt (does not exist)',
  ])
})
