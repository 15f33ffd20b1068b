import { Checkbox, TextInput } from '@mantine/core'
import { isEmail, useForm } from '@mantine/form'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { FormDialog } from '@/components/Dialogs'
import { useReloadUsers } from '@/pages/admin/queries'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { changesOf, type User } from './users'

type Props = { user: User; opened: boolean; onClose: () => void }

/** Edits a user's name, email and role. The username stays: the user signs in with it. */
export function EditUserDialog({ user, opened, onClose }: Props) {
  const { full_name, email, is_group_admin } = user
  const reload = useReloadUsers()
  const form = useForm({
    initialValues: { full_name, email, is_group_admin },
    transformValues: (values) => ({
      ...values,
      full_name: values.full_name.trim(),
      email: values.email.trim(),
    }),
    validate: {
      // A user of the sample data or of a former version has none.
      email: (text) => (text.trim() === email ? null : isEmail('An email address is required')(text)),
    },
  })
  const close = () => {
    form.reset()
    onClose()
  }
  const update = api.useMutation('patch', '/api/admin/users/{id}', {
    onSuccess: async (changed) => {
      await reload()
      form.setInitialValues(changed)
      close()
      toast.success(SUCCESS.userUpdated)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.updateUser)),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={`Edit ${user.username}`}
      submit="Save"
      busy={update.isPending}
      onSubmit={form.onSubmit((values) =>
        update.mutate({ params: { path: { id: user.id } }, body: changesOf(user, values) }),
      )}
    >
      <TextInput
        label="Full name"
        data-autofocus
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('full_name')}
      />
      <TextInput label="Email" type="email" autoComplete="off" {...form.getInputProps('email')} />
      {user.group_id != null && (
        <Checkbox
          label="Group admin (can manage group accounts)"
          {...form.getInputProps('is_group_admin', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
