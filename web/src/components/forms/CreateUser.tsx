import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { closingCall } from '@/components/dialogs/closingCall'
import { useCopy } from '@/components/buttons/CopyButton'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { PasswordDialog, type NewCredentials } from '@/components/dialogs/PasswordDialog'
import { UserFields } from '@/components/forms/UserFields'
import { NEW_USER, USER_RULES, userOf } from '@/components/forms/userForm'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { useReloadUsers } from '@/api/users'

type Group = { id: number; name: string }
type Props = { group: Group; opened: boolean; onClose: () => void }

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
  group: Group
  opened: boolean
  onClose: () => void
  onCreated: (credentials: NewCredentials) => void
}

function CreateUserDialog({ group, opened, onClose, onCreated }: CreateUserDialogProps) {
  const reload = useReloadUsers()
  const form = useForm({ initialValues: NEW_USER, validate: USER_RULES })
  const create = api.useMutation('post', '/api/groups/{id}/users', {
    onSuccess: ({ user, password }) => {
      onCreated({ username: user.username, password })
      void reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.createUser)),
  })
  const { send, leave } = closingCall(create, () => {
    form.reset()
    onClose()
  })
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={`Create User for ${group.name}`}
      submit="Create User"
      busy={create.isPending}
      onSubmit={form.onSubmit((values) => send({ params: { path: { id: group.id } }, body: userOf(values) }))}
    >
      <UserFields getInputProps={form.getInputProps} focused />
    </FormDialog>
  )
}
