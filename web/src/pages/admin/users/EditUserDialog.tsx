import { TextInput } from '@mantine/core'
import { isEmail, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { session, useSession } from '@/api/session'
import { closingCall } from '@/components/dialogs/closingCall'
import { GroupAdminField } from '@/components/forms/GroupAdminField'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { useReloadUsers } from '@/api/users'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { toast } from '@/util/toast'
import { changesOf, editable, type User } from './users'

type Props = { user: User; opened: boolean; onClose: () => void }

/** Edits a user's name, email and role. The username stays: the user signs in with it. */
export function EditUserDialog({ user, opened, onClose }: Props) {
  const reload = useReloadUsers()
  const isOwn = useSession()?.user.id === user.id
  // The user as listed when the dialog opened: a refetch neither replaces the input nor counts as a change.
  const [known, setKnown] = useState(() => editable(user))
  const form = useForm({
    initialValues: known,
    transformValues: (values) => ({
      ...values,
      full_name: values.full_name.trim(),
      email: values.email.trim(),
    }),
    validate: {
      // A user of the sample data or of a former version has none.
      email: (text) => (text.trim() === known.email ? null : isEmail('An email address is required')(text)),
    },
  })
  useEffect(() => {
    if (!opened) return
    setKnown(editable(user))
    form.setInitialValues(editable(user))
    form.reset()
    // Only when it opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened])
  const update = api.useMutation('patch', '/api/admin/users/{id}', {
    onSuccess: async (changed) => {
      await reload()
      session.update(changed)
      toast.success(ADMIN_SUCCESS.userUpdated)
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.updateUser)),
  })
  const { send, leave } = closingCall(update, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={`Edit ${user.username}`}
      submit="Save"
      busy={update.isPending}
      onSubmit={form.onSubmit((values) =>
        send({ params: { path: { id: user.id } }, body: changesOf(known, values) }),
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
      {user.group_id != null && !isOwn && (
        <GroupAdminField {...form.getInputProps('is_group_admin', { type: 'checkbox' })} />
      )}
    </FormDialog>
  )
}
