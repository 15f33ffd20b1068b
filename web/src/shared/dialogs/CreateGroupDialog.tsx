import { NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { isInRange, isNotEmpty, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { ACCOUNT_CAP, DEFAULT_ACCOUNT_CAP } from '@/shared/constants/business'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
import { GROUPS_KEY } from '@/shared/api/groups'
import { FormDialog } from './FormDialog'

type Props = { opened: boolean; onClose: () => void; onCreated: (id: number) => void }

const CAP_RULE = isInRange(ACCOUNT_CAP, `A number from ${ACCOUNT_CAP.min} to ${ACCOUNT_CAP.max}`)

export function CreateGroupDialog({ opened, onClose, onCreated }: Props) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: {
      name: '',
      description: '',
      max_instagram_accounts: DEFAULT_ACCOUNT_CAP,
      max_tiktok_accounts: DEFAULT_ACCOUNT_CAP,
    },
    validate: {
      name: isNotEmpty('Name is required'),
      max_instagram_accounts: CAP_RULE,
      max_tiktok_accounts: CAP_RULE,
    },
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
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberInput
          label="Max Instagram accounts"
          allowDecimal={false}
          {...form.getInputProps('max_instagram_accounts')}
        />
        <NumberInput
          label="Max TikTok accounts"
          allowDecimal={false}
          {...form.getInputProps('max_tiktok_accounts')}
        />
      </SimpleGrid>
    </FormDialog>
  )
}
