import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { isEmail, isNotEmpty, useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { useCopy } from '@/components/CopyButton'
import { FormDialog } from '@/components/Dialogs'
import { PasswordDialog, type NewCredentials } from '@/components/PasswordDialog'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { useReloadGroups, type GroupDetails } from './queries'

type Props = { group: GroupDetails; opened: boolean; onClose: () => void }

/** Creates a user, then shows the generated password, which is already copied to the clipboard. */
export function CreateUser({ group, opened, onClose }: Props) {
  const [credentials, setCredentials] = useState<NewCredentials>()
  const { copy } = useCopy()
  return (
    <>
      <CreateUserDialog
        group={group}
        opened={opened}
        onClose={onClose}
        onCreated={(created) => {
          setCredentials(created)
          void copy(created.password)
        }}
      />
      <PasswordDialog
        title="User created"
        credentials={credentials}
        onClose={() => setCredentials(undefined)}
      />
    </>
  )
}

type CreateUserDialogProps = {
  group: GroupDetails
  opened: boolean
  onClose: () => void
  onCreated: (credentials: NewCredentials) => void
}

function CreateUserDialog({ group, opened, onClose, onCreated }: CreateUserDialogProps) {
  const reload = useReloadGroups()
  const form = useForm({
    initialValues: { username: '', email: '', full_name: '', password: '', is_group_admin: false },
    transformValues: (values) => ({
      ...values,
      username: values.username.trim(),
      email: values.email.trim(),
      full_name: values.full_name.trim(),
    }),
    validate: {
      username: isNotEmpty('Username is required'),
      email: isEmail('An email address is required'),
    },
  })
  const close = () => {
    form.reset()
    onClose()
  }
  const create = api.useMutation('post', '/api/groups/{id}/users', {
    onSuccess: ({ user, password }) => {
      onCreated({ username: user.username, password })
      close()
      void reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.createUser)),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={`Create User for ${group.name}`}
      submit="Create User"
      busy={create.isPending}
      onSubmit={form.onSubmit((body) =>
        create.mutate({ params: { path: { id: group.id } }, body: { ...body, must_change_password: true } }),
      )}
    >
      <TextInput
        label="Username"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <TextInput label="Email" type="email" required autoComplete="off" {...form.getInputProps('email')} />
      <TextInput label="Full name" autoComplete="off" {...form.getInputProps('full_name')} />
      <PasswordInput
        label="Password"
        description="Leave blank to generate one"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        {...form.getInputProps('password')}
      />
      <Checkbox
        label="Group admin (can manage group accounts)"
        {...form.getInputProps('is_group_admin', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
