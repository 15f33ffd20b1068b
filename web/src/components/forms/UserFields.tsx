import { PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/PasswordInput.layer.css'
import { GroupAdminField } from './GroupAdminField'
import type { UserForm } from './userForm'

type Props = {
  getInputProps: (field: keyof UserForm, options?: { type: 'checkbox' }) => object
  /** The first field has the focus when its dialog opens. */
  focused?: boolean
}

/** Shows the fields of a new user. */
export function UserFields({ getInputProps, focused = false }: Props) {
  return (
    <>
      <TextInput
        label="Username"
        required
        data-autofocus={focused || undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...getInputProps('username')}
      />
      <TextInput label="Email" type="email" required autoComplete="off" {...getInputProps('email')} />
      <TextInput label="Full name" autoComplete="off" {...getInputProps('full_name')} />
      <PasswordInput
        label="Password"
        description="Leave blank to generate one"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        {...getInputProps('password')}
      />
      <GroupAdminField {...getInputProps('is_group_admin', { type: 'checkbox' })} />
    </>
  )
}
