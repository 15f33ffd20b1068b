import { isEmail, isNotEmpty } from '@mantine/form'
import type { Schema } from '@/api/types'

/** Fields of a new user. */
export type UserForm = {
  username: string
  email: string
  full_name: string
  /** Blank: generated. */
  password: string
  is_group_admin: boolean
}

export const NEW_USER: UserForm = {
  username: '',
  email: '',
  full_name: '',
  password: '',
  is_group_admin: false,
}

export const USER_RULES = {
  username: isNotEmpty('Username is required'),
  email: isEmail('An email address is required'),
}

/** Returns the request body. An admin reads the password, so that the user must replace it. */
export function userOf(form: UserForm): Schema<'CreateUser'> {
  return {
    ...form,
    username: form.username.trim(),
    email: form.email.trim(),
    full_name: form.full_name.trim(),
    must_change_password: true,
  }
}
