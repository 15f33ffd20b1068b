import { NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { isInRange, isNotEmpty, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, GROUPS_KEY } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { ACCOUNT_CAP, DEFAULT_ACCOUNT_CAP, DEFAULT_VIDEO_CAP } from '@/util/constants'
import { ERROR, SUCCESS } from '@/util/messages'
import { limitField, PLATFORM_CODES, platformFields, PLATFORMS, type LimitField } from '@/util/platform'
import { toast } from '@/util/toast'
import { FormDialog } from './Dialogs'

type Props = { opened: boolean; onClose: () => void; onCreated: (id: number) => void }

export function CreateGroupDialog({ opened, onClose, onCreated }: Props) {
  const client = useQueryClient()
  const form = useForm<GroupBasics>({
    initialValues: {
      name: '',
      description: '',
      ...platformFields(limitField, () => DEFAULT_ACCOUNT_CAP),
      max_tiktok_videos: DEFAULT_VIDEO_CAP,
    },
    validate: GROUP_BASICS_RULES,
  })
  const close = () => {
    form.reset()
    onClose()
  }
  const create = api.useMutation('post', '/api/groups', {
    onSuccess: (group) => {
      void client.invalidateQueries({ queryKey: GROUPS_KEY })
      toast.success(SUCCESS.groupCreated)
      close()
      onCreated(group.id)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.createGroup)),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title="Create Group"
      submit="Create Group"
      busy={create.isPending}
      onSubmit={form.onSubmit((body) => create.mutate({ body }))}
    >
      <GroupFields form={form} />
    </FormDialog>
  )
}

type GroupFieldsProps = {
  form: { getInputProps: (path: keyof GroupBasics) => object }
  /** Additional number fields, beside the limits. */
  children?: ReactNode
}

/** Shows the fields that every group has: its name and its limits. */
export function GroupFields({ form, children }: GroupFieldsProps) {
  return (
    <>
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {PLATFORM_CODES.map((platform) => (
          <NumberInput
            key={platform}
            label={`Max ${PLATFORMS[platform].name} accounts`}
            allowDecimal={false}
            {...form.getInputProps(limitField(platform))}
          />
        ))}
        <NumberInput
          label="Max single TikTok videos"
          allowDecimal={false}
          {...form.getInputProps('max_tiktok_videos')}
        />
        {children}
      </SimpleGrid>
    </>
  )
}

/** Fields of new and existing groups. */
export type GroupBasics = { name: string; description: string; max_tiktok_videos: number } & Record<
  LimitField,
  number
>

const capRule = isInRange(ACCOUNT_CAP, `Enter a number from ${ACCOUNT_CAP.min} to ${ACCOUNT_CAP.max}`)

export const GROUP_BASICS_RULES = {
  name: isNotEmpty('Name is required'),
  ...platformFields(limitField, () => capRule),
  max_tiktok_videos: capRule,
}
