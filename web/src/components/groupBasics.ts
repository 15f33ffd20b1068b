import { isInRange, isNotEmpty } from '@mantine/form'
import { ACCOUNT_CAP } from '@/util/constants'

/** Validation rules for new and existing groups. */
export type GroupBasics = {
  name: string
  description: string
  max_instagram_accounts: number
  max_tiktok_accounts: number
}

const capRule = isInRange(ACCOUNT_CAP, `A number from ${ACCOUNT_CAP.min} to ${ACCOUNT_CAP.max}`)

export const GROUP_BASICS_RULES = {
  name: isNotEmpty('Name is required'),
  max_instagram_accounts: capRule,
  max_tiktok_accounts: capRule,
}
