import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useForm, type FormRulesRecord } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, GROUPS_KEY, result } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { refetchAll } from '@/api/refetch'
import type { Schema } from '@/api/types'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { useCopy } from '@/components/buttons/CopyButton'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { useDialogOfCall } from '@/components/dialogs/useDialogOfCall'
import { GroupFields } from './GroupFields'
import { changeOf, GROUP_RULES, hasOwnRules, NEW_GROUP, newGroupOf, type GroupForm } from './groupForm'
import { PasswordDialog, type NewCredentials } from '@/components/dialogs/PasswordDialog'
import { UserFields } from './UserFields'
import { NEW_USER, USER_RULES, userOf, type UserForm } from './userForm'

type NewGroupForm = GroupForm & { with_user: boolean; user: UserForm }

const RULES: FormRulesRecord<NewGroupForm> = {
  ...GROUP_RULES,
  user: {
    username: (value, { with_user }) => (with_user ? USER_RULES.username(value) : null),
    email: (value, { with_user }) => (with_user ? USER_RULES.email(value) : null),
  },
}

type Props = { opened: boolean; onClose: () => void; onCreated: (id: number) => void }

/** Creates a group, with its first user if requested, whose password is then shown. */
export function CreateGroupDialog({ opened, onClose, onCreated }: Props) {
  const form = useForm<NewGroupForm>({
    initialValues: { ...NEW_GROUP, with_user: false, user: NEW_USER },
    validate: RULES,
  })
  // Several, if the dialog was left while a slow call created the first one.
  const [made, setMade] = useState<Created[]>([])
  const done = made[0]
  const { copy } = useCopy()
  const leave = (group: Schema<'Group'> | undefined) => {
    form.reset()
    setMade((all) => all.slice(1))
    if (group) onCreated(group.id)
  }
  const { started, forget, create, busy } = useCreateGroup((created, isOpen) => {
    if (isOpen) onClose()
    if (created.credentials !== undefined) {
      setMade((all) => [...all, created])
      void copy(created.credentials.password)
    } else if (isOpen) leave(created.group)
  })
  return (
    <>
      <FormDialog
        opened={opened}
        onClose={() => {
          // A new password is shown above the form: Escape must not close them.
          if (done) return
          onClose()
          forget()
          leave(started)
        }}
        size="lg"
        title={started ? `Edit ${started.name}` : 'Create Group'}
        submit={started ? 'Save' : 'Create Group'}
        busy={busy}
        onSubmit={form.onSubmit(
          (values) => create(values),
          // The form is longer than the screen.
          (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
      >
        <GroupFields form={form} />
        <Checkbox
          label="Create the first user"
          description="More users can be created later"
          {...form.getInputProps('with_user', { type: 'checkbox' })}
        />
        {form.values.with_user && (
          <UserFields getInputProps={(field, options) => form.getInputProps(`user.${field}`, options)} />
        )}
      </FormDialog>
      <PasswordDialog
        title="User created"
        credentials={done?.credentials}
        // The dialog may be open for another group.
        onClose={() => (opened ? setMade((all) => all.slice(1)) : leave(done?.group))}
      />
    </>
  )
}

type Created = { group: Schema<'Group'>; credentials?: NewCredentials }

/**
 * Creates a group, sets its rules and creates its user. If the group was created and the rest fails, the group is returned as
 * `started`, and the next attempt continues with it, unless the dialog has been left. `isOpen`: it has not been left.
 */
function useCreateGroup(onCreated: (created: Created, isOpen: boolean) => void) {
  const queries = useQueryClient()
  const [started, setStarted] = useState<Schema<'Group'>>()
  const dialog = useDialogOfCall()
  const { mutate, isPending, reset } = useMutation({
    onMutate: dialog.begin,
    mutationFn: async (form: NewGroupForm): Promise<Created> => {
      const begun = dialog.begin()
      let group = started ?? (await result(client.POST('/api/groups', { body: newGroupOf(form) })))
      if (!started) toast.success(SUCCESS.groupCreated)
      try {
        const params = { path: { id: group.id } }
        if (started || hasOwnRules(form))
          group = await result(client.PATCH('/api/groups/{id}', { params, body: changeOf(form, group) }))
        if (!form.with_user) return { group }
        const body = userOf(form.user)
        const { user, password } = await result(client.POST('/api/groups/{id}/users', { params, body }))
        return { group, credentials: { username: user.username, password } }
      } catch (error) {
        if (dialog.isOpen(begun)) setStarted(group)
        throw error
      } finally {
        void refetchAll(queries, { awaited: [GROUPS_KEY] })
      }
    },
    onSuccess: (created, _form, begun) => {
      const isOpen = dialog.isOpen(begun)
      if (isOpen) setStarted(undefined)
      onCreated(created, isOpen)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.createGroup)),
  })
  const forget = () => {
    dialog.close()
    setStarted(undefined)
    reset()
  }
  return { started, forget, create: mutate, busy: isPending }
}
