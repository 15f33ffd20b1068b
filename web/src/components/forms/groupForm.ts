import { isInRange, isNotEmpty } from '@mantine/form'
import type { Schema } from '@/api/types'
import { ACCOUNT_CAP, DEFAULT_ACCOUNT_CAP, DEFAULT_VIDEO_CAP } from '@/util/constants'
import { limitField, PLATFORM_CODES, platformFields, type LimitField } from '@/util/platform'
import {
  COST_RULES,
  currencyOf,
  currencyRule,
  fromForm,
  toForm,
  type Amount,
  type CostForm,
} from './costForm'
import { intervalField, optionalIntervalRule, type IntervalField } from './interval'

/** The scraper pools of a group by name. */
export type PoolSelection = {
  /** Blank means none. */
  scraper_pool: string
  /** Those that accounts may select instead. */
  allowed_scraper_pools: string[]
}

/** Fields of new and existing groups. A blank interval means the platform's default. */
export type GroupForm = {
  name: string
  description: string
  max_tiktok_videos: number
  members_manage_accounts: boolean
  cost: CostForm
  /** A code; blank means the platform's. */
  currency: string
  /** Blank means the platform's; undefined while what was typed is no zone. */
  time_zone: string | undefined
} & PoolSelection &
  Record<LimitField, number> &
  Record<IntervalField, Amount>

export const NEW_GROUP: GroupForm = {
  name: '',
  description: '',
  ...platformFields(limitField, () => DEFAULT_ACCOUNT_CAP),
  max_tiktok_videos: DEFAULT_VIDEO_CAP,
  members_manage_accounts: true,
  ...platformFields(intervalField, () => '' as Amount),
  cost: toForm(null),
  currency: '',
  time_zone: '',
  scraper_pool: '',
  allowed_scraper_pools: [],
}

const capRule = isInRange(ACCOUNT_CAP, `Enter a number from ${ACCOUNT_CAP.min} to ${ACCOUNT_CAP.max}`)

export const GROUP_RULES = {
  name: isNotEmpty('Name is required'),
  ...platformFields(limitField, () => capRule),
  max_tiktok_videos: capRule,
  ...platformFields(intervalField, () => optionalIntervalRule),
  cost: COST_RULES,
  currency: currencyRule,
  // The field says why.
  time_zone: (zone: string | undefined) => zone === undefined,
}

export function formOf(group: Schema<'GroupDetail'>): GroupForm {
  return {
    name: group.name,
    description: group.description,
    ...platformFields(limitField, (platform) => group[limitField(platform)]),
    max_tiktok_videos: group.max_tiktok_videos,
    members_manage_accounts: group.members_manage_accounts,
    ...platformFields(intervalField, (platform) => group[intervalField(platform)] ?? ''),
    cost: toForm(group.cost ?? null, group.cost_in_effect),
    currency: group.currency ?? '',
    time_zone: group.time_zone ?? '',
    ...poolsOf(group),
  }
}

type Pools = Pick<Schema<'Group'>, keyof PoolSelection>

const poolsOf = ({ scraper_pool, allowed_scraper_pools }: Pools): PoolSelection => ({
  scraper_pool: scraper_pool ?? '',
  allowed_scraper_pools: allowed_scraper_pools ?? [],
})

/** Returns what a group is created with. */
export function newGroupOf(form: GroupForm): Schema<'CreateGroup'> {
  const { name, description, max_tiktok_videos } = form
  return {
    name,
    description,
    max_tiktok_videos,
    ...platformFields(limitField, (platform) => form[limitField(platform)]),
  }
}

/** Whether the group differs from one that was created with its name and limits only. */
export function hasOwnRules(form: GroupForm): boolean {
  return (
    !form.members_manage_accounts ||
    form.cost.model !== 'inherit' ||
    form.currency.trim() !== '' ||
    Boolean(form.time_zone) ||
    form.scraper_pool !== '' ||
    form.allowed_scraper_pools.length > 0 ||
    PLATFORM_CODES.some((platform) => form[intervalField(platform)] !== '')
  )
}

/**
 * Returns all that can be changed; `null` resets a rule to the platform's default. Scraper pools that the group already has are left
 * out, because they may not exist.
 */
export function changeOf(form: GroupForm, group: Pools): Schema<'UpdateGroup'> {
  const { scraper_pool: pool, allowed_scraper_pools: allowed } = form
  const current = poolsOf(group)
  return {
    ...newGroupOf(form),
    name: form.name.trim(),
    members_manage_accounts: form.members_manage_accounts,
    ...platformFields(intervalField, (platform) => {
      const minutes = form[intervalField(platform)]
      return minutes === '' ? null : minutes
    }),
    cost: fromForm(form.cost) ?? null,
    currency: currencyOf(form.currency),
    time_zone: form.time_zone || null,
    ...(pool !== current.scraper_pool && { scraper_pool: pool || null }),
    ...(allowed.join() !== current.allowed_scraper_pools.join() && { allowed_scraper_pools: allowed }),
  }
}

/**
 * Returns the fields that differ from those of the form as it was `opened`: another admin may have changed the others meanwhile.
 */
export function differenceOf(form: GroupForm, opened: GroupForm): Schema<'UpdateGroup'> {
  const before: Record<string, unknown> = changeOf(opened, opened)
  const isChanged = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[field])
  return Object.fromEntries(Object.entries(changeOf(form, opened)).filter(isChanged))
}

type NamedPools = readonly { name: string; region: string }[]

/** Returns scraper pools as options, with the `selected` ones, which may not exist. */
export function poolOptions(pools: NamedPools, selected: readonly string[]) {
  const missing = selected.filter((one) => !pools.some(({ name }) => name === one))
  return [
    ...pools.map(({ name, region }) => ({
      value: name,
      label: region === '' ? name : `${name} (${region})`,
    })),
    ...missing.map((name) => ({ value: name, label: `${name} (does not exist)` })),
  ]
}

/** Returns the options of a select of a scraper pool, with the `current` one. */
export const poolChoices = (pools: NamedPools, current: string) => [
  { value: '', label: 'None' },
  ...poolOptions(pools, current === '' ? [] : [current]),
]
