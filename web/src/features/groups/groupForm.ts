import { isInRange, isNotEmpty, type UseFormInput } from '@mantine/form'
import type { Schema } from '@/shared/api/types'
import { ACCOUNT_CAP } from '@/shared/constants/business'
import { COST_RULES, fromForm, toForm, type Amount, type CostForm } from '@/shared/cost/form'
import { optionalIntervalRule } from './interval'
import type { GroupDetails } from './model'

/** What the dialog edits. A blank interval is the platform's. */
export type GroupForm = {
  name: string
  description: string
  max_instagram_accounts: number
  max_tiktok_accounts: number
  members_manage_accounts: boolean
  instagram_interval: Amount
  tiktok_interval: Amount
  cost: CostForm
}

const capRule = isInRange(ACCOUNT_CAP, `A number from ${ACCOUNT_CAP.min} to ${ACCOUNT_CAP.max}`)

export const GROUP_RULES: UseFormInput<GroupForm>['validate'] = {
  name: isNotEmpty('Name is required'),
  max_instagram_accounts: capRule,
  max_tiktok_accounts: capRule,
  instagram_interval: optionalIntervalRule,
  tiktok_interval: optionalIntervalRule,
  cost: COST_RULES,
}

export function formOf(group: GroupDetails): GroupForm {
  return {
    name: group.name,
    description: group.description,
    max_instagram_accounts: group.max_instagram_accounts,
    max_tiktok_accounts: group.max_tiktok_accounts,
    members_manage_accounts: group.members_manage_accounts,
    instagram_interval: group.instagram_interval ?? '',
    tiktok_interval: group.tiktok_interval ?? '',
    cost: toForm(group.cost ?? null),
  }
}

/** The change to send; `null` gives a rule back to the platform. */
export function changeOf(form: GroupForm): Schema<'UpdateGroup'> {
  const cost = fromForm(form.cost)
  return {
    ...form,
    name: form.name.trim(),
    instagram_interval: form.instagram_interval === '' ? null : form.instagram_interval,
    tiktok_interval: form.tiktok_interval === '' ? null : form.tiktok_interval,
    cost: cost ?? null,
  }
}
