import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { api, GROUPS_KEY } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { DEFAULT_ACCOUNT_CAP } from '@/util/constants'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { FormDialog } from './FormDialog'
import { GROUP_BASICS_RULES, type GroupBasics } from './groupBasics'
import { GroupFields } from './GroupFields'

type Props = { opened: boolean; onClose: () => void; onCreated: (id: number) => void }

export function CreateGroupDialog({ opened, onClose, onCreated }: Props) {
  const client = useQueryClient()
  const form = useForm<GroupBasics>({
    initialValues: {
      name: '',
      description: '',
      max_instagram_accounts: DEFAULT_ACCOUNT_CAP,
      max_tiktok_accounts: DEFAULT_ACCOUNT_CAP,
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
