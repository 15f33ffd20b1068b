import { Text } from '@mantine/core'
import { useForm, type FormRulesRecord } from '@mantine/form'
import { useEffect } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { closingCall } from '@/components/dialogs/closingCall'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { GroupFields, MembersRule } from '@/components/forms/GroupFields'
import { differenceOf, formOf, GROUP_RULES, type GroupForm } from '@/components/forms/groupForm'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { managedReason } from '@/util/states'
import { toast } from '@/util/toast'
import { useReloadGroups, type GroupDetails } from './queries'

type Props = { group: GroupDetails; opened: boolean; onClose: () => void }

export function EditGroupDialog({ group, opened, onClose }: Props) {
  const form = useGroupForm(group, opened, GROUP_RULES)
  const { save, busy, leave } = useSaveGroup(group.id, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      size="lg"
      title={`Edit ${group.name}`}
      submit="Save"
      busy={busy}
      onSubmit={form.onSubmit(
        (values) => save(differenceOf(values, form.getInitialValues())),
        // The form is longer than the screen.
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <GroupFields form={form} group={group} />
    </FormDialog>
  )
}

/**
 * Edits what remains editable in a group that is managed elsewhere: who may add accounts is configured only here.
 */
export function ManagedGroupDialog({ group, opened, onClose }: Props) {
  // Fields that cannot be changed here must not prevent saving.
  const form = useGroupForm(group, opened, {})
  const { save, busy, leave } = useSaveGroup(group.id, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={`Edit ${group.name}`}
      submit="Save"
      busy={busy}
      onSubmit={form.onSubmit((values) => save(differenceOf(values, form.getInitialValues())))}
    >
      <Text fz="sm" c="dimmed" id="managed-group">
        {managedReason(group)}. Here you can change only who manages its accounts.
      </Text>
      <MembersRule
        data-autofocus
        aria-describedby="managed-group"
        {...form.getInputProps('members_manage_accounts', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

/** Holds the fields of a group, as they were when the dialog was opened: a poll must not overwrite what the user types. */
function useGroupForm(group: GroupDetails, opened: boolean, validate: FormRulesRecord<GroupForm>) {
  const form = useForm<GroupForm>({ initialValues: formOf(group), validate })
  const { setInitialValues, setValues, clearErrors } = form
  useEffect(() => {
    if (!opened) return
    setInitialValues(formOf(group))
    setValues(formOf(group))
    clearErrors()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened])
  return form
}

/** Saves changes to a group, shows a toast, and closes the dialog. */
function useSaveGroup(id: number, onClose: () => void) {
  const reload = useReloadGroups()
  const update = api.useMutation('patch', '/api/groups/{id}', {
    onSuccess: async () => {
      await reload()
      toast.success(ADMIN_SUCCESS.groupUpdated)
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.updateGroup)),
  })
  const { send, leave } = closingCall(update, onClose)
  return {
    busy: update.isPending,
    save: (body: Schema<'UpdateGroup'>) => send({ params: { path: { id } }, body }),
    leave,
  }
}
