import type { ScraperPool } from '@/api/scraperPools'
import type { Schema } from '@/api/types'
import { formatCounted } from '@/util/format'
import { PLATFORM_CODES, platformFields, PLATFORMS, type Platform } from '@/util/platform'

/** Field of a pool with the name of its proxy on a platform. */
type ProxyField = `${Platform}_proxy`

export const proxyField = (platform: Platform): ProxyField => `${platform}_proxy`
const stateField = (platform: Platform): `${Platform}_state` => `${platform}_state`

/** Fields of new and existing pools. A blank proxy means none, and a blank set means one that is named like the pool. */
export type PoolForm = { name: string; region: string; session_set: string } & Record<ProxyField, string>

export const NEW_POOL: PoolForm = {
  name: '',
  region: '',
  session_set: '',
  ...platformFields(proxyField, () => ''),
}

const NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/
const REGION = /^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?)?$/

export const POOL_RULES = {
  name: (name: string) =>
    NAME.test(name.trim()) ? null : 'Use letters a to z, digits and hyphens, such as eu-west',
  region: (region: string) =>
    REGION.test(region.trim()) ? null : 'Use letters, digits, hyphens and dots, such as eu-central-1',
  session_set: (set: string) =>
    set.trim() === '' || NAME.test(set.trim()) ? null : 'Use letters a to z, digits and hyphens',
}

export function formOf(pool: ScraperPool): PoolForm {
  return {
    name: pool.name,
    region: pool.region,
    session_set: pool.session_set,
    ...platformFields(proxyField, (platform) => pool[proxyField(platform)] ?? ''),
  }
}

/** Returns all that can be changed. A proxy that stays is left out, because it may not exist. */
export function changeOf(form: PoolForm, pool: ScraperPool): Schema<'UpdateScraperPool'> {
  const changed = PLATFORM_CODES.map(proxyField).filter((field) => form[field] !== (pool[field] ?? ''))
  return {
    region: form.region.trim(),
    session_set: form.session_set.trim() || form.name.trim(),
    ...Object.fromEntries(changed.map((field) => [field, form[field] || null])),
  }
}

/** Returns what a pool is added with. */
export function addedOf(form: PoolForm): Schema<'AddScraperPool'> {
  return {
    name: form.name.trim(),
    region: form.region.trim(),
    session_set: form.session_set.trim() || null,
    ...platformFields(proxyField, (platform) => form[proxyField(platform)] || null),
  }
}

/** Returns why a platform cannot be reached through a pool; undefined if it can. */
export function egressProblem(pool: ScraperPool, platform: Platform): string | undefined {
  switch (pool[stateField(platform)]) {
    case 'ok':
      return undefined
    case 'proxy_missing':
      return `The proxy does not exist, so no ${PLATFORMS[platform].name} account is updated. Add a proxy with this name, or choose another one.`
    case 'proxy_unreadable':
      return `The proxy can no longer be decrypted, so no ${PLATFORMS[platform].name} account is updated. Delete it and add it again.`
  }
}

/** Lists what selects a pool: `2 groups and 1 account`. */
export function usedBy({ groups, accounts }: Pick<ScraperPool, 'groups' | 'accounts'>): string {
  const users = [
    ...(groups === 0 ? [] : [formatCounted(groups, 'group')]),
    ...(accounts === 0 ? [] : [formatCounted(accounts, 'account')]),
  ]
  return users.join(' and ') || 'Not in use'
}

/** Explains what happens to the sessions of a pool when it is deleted. */
export function deleteConsequence({ sessions }: Pick<ScraperPool, 'sessions'>): string {
  return sessions === 0
    ? 'Runs in progress continue.'
    : `Runs in progress continue. ${formatCounted(sessions, 'session')} will not be used until they get another set.`
}

type Proxies = Pick<ScraperPool, 'name' | ProxyField>

/** Returns the names of the pools with a proxy. */
export function poolsWithProxy(pools: readonly Proxies[], proxy: string): string[] {
  return pools
    .filter((pool) => PLATFORM_CODES.some((platform) => pool[proxyField(platform)] === proxy))
    .map(({ name }) => name)
}

/** Value of the set of sessions that runs without a scraper pool use. */
export const COMMON_SET = ''

type Sets = Pick<ScraperPool, 'name' | 'session_set'>

/** Returns the options of a select of session sets, with the `current` one, which may belong to no pool. */
export function setChoices(pools: readonly Sets[], current: string): { value: string; label: string }[] {
  const choices = pools.map(({ name, session_set: set }) => ({
    value: set,
    label: set === name ? set : `${set} (pool ${name})`,
  }))
  const unknown = current !== COMMON_SET && !choices.some(({ value }) => value === current)
  return [
    { value: COMMON_SET, label: 'Common' },
    ...choices,
    ...(unknown ? [{ value: current, label: `${current} (no pool)` }] : []),
  ]
}

/** Returns the options of a select of proxies, with the `current` one, which may not exist. */
export function proxyChoices(proxies: readonly { name: string }[], current: string) {
  const unknown = current !== '' && !proxies.some(({ name }) => name === current)
  return [
    { value: '', label: 'No proxy' },
    ...proxies.map(({ name }) => ({ value: name, label: name })),
    ...(unknown ? [{ value: current, label: `${current} (does not exist)` }] : []),
  ]
}
