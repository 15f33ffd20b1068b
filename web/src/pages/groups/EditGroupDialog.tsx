import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { CostFields } from '@/components/CostFields'
import { FormDialog } from '@/components/Dialogs'
import { GroupFields } from '@/components/CreateGroupDialog'
import { formatCounted } from '@/util/format'
import { changeOf, formOf, GROUP_RULES, type GroupForm } from './groupForm'
import { MembersRule } from './MembersRule'
import type { GroupDetails } from './model'
import { useIntervals, useSettings } from './queries'
import { useSaveGroup } from './useSaveGroup'

/** The text on the effect of a blank field is placed below the input, so that inputs in a row stay aligned. */
const ORDER: NonNullable<NumberInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

type Props = { group: GroupDetails; opened: boolean; onClose: () => void }

export function EditGroupDialog({ group, opened, onClose }: Props) {
  const common = useIntervals().data
  const inherited = useSettings().data?.cost
  const form = useForm<GroupForm>({
    initialValues: formOf(group),
    ...(GROUP_RULES && { validate: GROUP_RULES }),
  })
  const { setValues, clearErrors } = form
  // Set only on opening: a poll must not overwrite what the user types.
  useEffect(() => {
    if (!opened) return
    setValues(formOf(group))
    clearErrors()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened])
  const { save, busy } = useSaveGroup(group.id, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={`Edit ${group.name}`}
      submit="Save"
      busy={busy}
      onSubmit={form.onSubmit((values) => save(changeOf(values)))}
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
      <MembersRule {...form.getInputProps('members_manage_accounts', { type: 'checkbox' })} />
      <CostFields form={form} inherited={inherited} inheritable />
    </FormDialog>
  )
}

function blankIs(minutes: number): string {
  return `Blank: the default, now every ${formatCounted(minutes, 'minute')}`
}
