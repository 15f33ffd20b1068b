import { Checkbox, NumberInput, Text, type CheckboxProps, type NumberInputProps } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useForm, type UseFormInput } from '@mantine/form'
import { useEffect, useState } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { useIntervals, useSettings } from '@/api/settings'
import type { Schema } from '@/api/types'
import { CostFields } from '@/components/CostFields'
import { COST_RULES, fromForm, toForm, type Amount, type CostForm } from '@/components/costForm'
import { GROUP_BASICS_RULES, GroupFields, type GroupBasics } from '@/components/CreateGroupDialog'
import { FormDialog } from '@/components/Dialogs'
import { intervalField, optionalIntervalRule, type IntervalField } from '@/components/interval'
import { ERROR, SUCCESS } from '@/util/messages'
import { limitField, PLATFORM_CODES, platformFields, PLATFORMS } from '@/util/platform'
import { managedReason } from '@/util/states'
import { toast } from '@/util/toast'
import { useReloadGroups, type GroupDetails } from './queries'

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
        {PLATFORM_CODES.map((platform) => (
          <NumberInput
            key={platform}
            label={`${PLATFORMS[platform].name} update interval (minutes)`}
            description={common && blankHint(common[platform])}
            inputWrapperOrder={ORDER}
            allowDecimal={false}
            {...form.getInputProps(intervalField(platform))}
          />
        ))}
      </GroupFields>
      <MembersRule {...form.getInputProps('members_manage_accounts', { type: 'checkbox' })} />
      <CostFields form={form} inherited={inherited} inheritable />
    </FormDialog>
  )
}

function blankHint(minutes: number): string {
  return `Leave blank for the default (${minutes} min)`
}

type ManagedGroupDialogProps = { group: GroupDetails; opened: boolean; onClose: () => void }

/** Edits what remains editable in a group that is managed elsewhere: who may add accounts is configured only here. */
export function ManagedGroupDialog({ group, opened, onClose }: ManagedGroupDialogProps) {
  const [chosen, setChosen] = useState<boolean>()
  const members = chosen ?? group.members_manage_accounts
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  const { save, busy } = useSaveGroup(group.id, close)
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={`Edit ${group.name}`}
      submit="Save"
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        save({ members_manage_accounts: members })
      }}
    >
      <Text fz="sm" c="dimmed" id="managed-group">
        {managedReason(group)}. Only who can manage its accounts can be changed here.
      </Text>
      <MembersRule
        data-autofocus
        aria-describedby="managed-group"
        checked={members}
        onChange={({ currentTarget }) => setChosen(currentTarget.checked)}
      />
    </FormDialog>
  )
}

/** Whether all members may change the tracked accounts of their group. */
function MembersRule(props: CheckboxProps) {
  return (
    <Checkbox
      label="All members can manage accounts"
      description="If off, only group admins can"
      {...props}
    />
  )
}

/** Saves changes to a group and shows a toast. */
function useSaveGroup(id: number, onSaved: () => void) {
  const reload = useReloadGroups()
  const { mutate, isPending } = api.useMutation('patch', '/api/groups/{id}', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.groupUpdated)
      onSaved()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.updateGroup)),
  })
  return {
    busy: isPending,
    save: (change: Schema<'UpdateGroup'>) => mutate({ params: { path: { id } }, body: change }),
  }
}

/** Fields of the edit dialog. A blank interval means the platform's default. */
type GroupForm = GroupBasics & {
  members_manage_accounts: boolean
  cost: CostForm
} & Record<IntervalField, Amount>

const GROUP_RULES: UseFormInput<GroupForm>['validate'] = {
  ...GROUP_BASICS_RULES,
  ...platformFields(intervalField, () => optionalIntervalRule),
  cost: COST_RULES,
}

function formOf(group: GroupDetails): GroupForm {
  return {
    name: group.name,
    description: group.description,
    ...platformFields(limitField, (platform) => group[limitField(platform)]),
    max_tiktok_videos: group.max_tiktok_videos,
    members_manage_accounts: group.members_manage_accounts,
    ...platformFields(intervalField, (platform) => group[intervalField(platform)] ?? ''),
    cost: toForm(group.cost ?? null),
  }
}

/** Returns the request body; `null` resets a rule to the platform's default. */
function changeOf(form: GroupForm): Schema<'UpdateGroup'> {
  const cost = fromForm(form.cost)
  return {
    ...form,
    name: form.name.trim(),
    ...platformFields(intervalField, (platform) => {
      const minutes = form[intervalField(platform)]
      return minutes === '' ? null : minutes
    }),
    cost: cost ?? null,
  }
}
