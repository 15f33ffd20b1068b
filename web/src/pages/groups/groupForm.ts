import type { UseFormInput } from '@mantine/form'
import type { Schema } from '@/api/types'
import { COST_RULES, fromForm, toForm, type Amount, type CostForm } from '@/components/costForm'
import { GROUP_BASICS_RULES, type GroupBasics } from '@/components/CreateGroupDialog'
import { optionalIntervalRule } from './interval'
import type { GroupDetails } from './model'

/** Fields of the edit dialog. A blank interval means the platform's default. */
export type GroupForm = GroupBasics & {
  members_manage_accounts: boolean
  instagram_interval: Amount
  tiktok_interval: Amount
  cost: CostForm
}

export const GROUP_RULES: UseFormInput<GroupForm>['validate'] = {
  ...GROUP_BASICS_RULES,
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

/** Request body; `null` resets a rule to the platform's default. */
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
