import { Checkbox, NumberInput, type NumberInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { CostFields } from '@/shared/cost/CostFields'
import { FormDialog } from '@/shared/dialogs/FormDialog'
import { GroupFields } from '@/shared/dialogs/GroupFields'
import { formatCounted } from '@/shared/lib/format'
import { toast } from '@/shared/lib/toast'
import { changeOf, formOf, GROUP_RULES, type GroupForm } from './groupForm'
import type { GroupDetails } from './model'
import { useIntervals, useReloadGroups, useSettings } from './queries'

/** What a number means when it is left out stands below it, so that the fields of a row stay level. */
const ORDER: NonNullable<NumberInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

type Props = { group: GroupDetails; opened: boolean; onClose: () => void }

export function EditGroupDialog({ group, opened, onClose }: Props) {
  const reload = useReloadGroups()
  const common = useIntervals().data
  const inherited = useSettings().data?.cost
  const form = useForm<GroupForm>({
    initialValues: formOf(group),
    ...(GROUP_RULES && { validate: GROUP_RULES }),
  })
  const { setValues, clearErrors } = form
  // What was there when it opened: a poll must not overwrite what is being typed.
  useEffect(() => {
    if (!opened) return
    setValues(formOf(group))
    clearErrors()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened])
  const save = api.useMutation('patch', '/api/groups/{id}', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.groupUpdated)
      onClose()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.updateGroup)),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={`Edit ${group.name}`}
      submit="Save"
      busy={save.isPending}
      onSubmit={form.onSubmit((values) =>
        save.mutate({ params: { path: { id: group.id } }, body: changeOf(values) }),
      )}
    >
      <GroupFields form={form}>
        <NumberInput
          label="Instagram interval (minutes)"
          description={common && blankIs(common.instagram)}
          inputWrapperOrder={ORDER}
          allowDecimal={false}
          {...form.getInputProps('instagram_interval')}
        />
        <NumberInput
          label="TikTok interval (minutes)"
          description={common && blankIs(common.tiktok)}
          inputWrapperOrder={ORDER}
          allowDecimal={false}
          {...form.getInputProps('tiktok_interval')}
        />
      </GroupFields>
      <Checkbox
        label="Members may manage accounts"
        description="Otherwise only the group's admins add, scrape and delete them"
        {...form.getInputProps('members_manage_accounts', { type: 'checkbox' })}
      />
      <CostFields form={form} inherited={inherited} inheritable />
    </FormDialog>
  )
}

function blankIs(minutes: number): string {
  return `Blank: the default, now every ${formatCounted(minutes, 'minute')}`
}
