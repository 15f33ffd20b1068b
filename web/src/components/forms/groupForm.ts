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

/** Fields of new and existing groups. A blank interval means the platform's default. */
export type GroupForm = {
  name: string
  description: string
  max_tiktok_videos: number
  members_manage_accounts: boolean
  cost: CostForm
  /** A code; blank means the platform's. */
  currency: string
  /** The name of a scraper pool; blank means none. */
  scraper_pool: string
} & Record<LimitField, number> &
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
  scraper_pool: '',
}

const capRule = isInRange(ACCOUNT_CAP, `Enter a number from ${ACCOUNT_CAP.min} to ${ACCOUNT_CAP.max}`)

export const GROUP_RULES = {
  name: isNotEmpty('Name is required'),
  ...platformFields(limitField, () => capRule),
  max_tiktok_videos: capRule,
  ...platformFields(intervalField, () => optionalIntervalRule),
  cost: COST_RULES,
  currency: currencyRule,
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
    scraper_pool: group.scraper_pool ?? '',
  }
}

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
    form.scraper_pool !== '' ||
    PLATFORM_CODES.some((platform) => form[intervalField(platform)] !== '')
  )
}

/**
 * Returns all that can be changed; `null` resets a rule to the platform's default. The scraper pool is left out if it is the group's
 * current one, which may not exist.
 */
export function changeOf(form: GroupForm, currentPool = ''): Schema<'UpdateGroup'> {
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
    ...(form.scraper_pool !== currentPool && { scraper_pool: form.scraper_pool || null }),
  }
}

/** Returns the options of a select of scraper pools, with the `current` one, which may not exist. */
export function poolChoices(pools: readonly { name: string; region: string }[], current: string) {
  const unknown = current !== '' && !pools.some(({ name }) => name === current)
  return [
    { value: '', label: 'None' },
    ...pools.map(({ name, region }) => ({
      value: name,
      label: region === '' ? name : `${name} (${region})`,
    })),
    ...(unknown ? [{ value: current, label: `${current} (does not exist)` }] : []),
  ]
}
