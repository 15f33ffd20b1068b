import { TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { FormDialog } from '@/shared/dialogs/FormDialog'
import { PLATFORMS } from '@/shared/lib/platform'
import { toast } from '@/shared/lib/toast'
import type { PlatformAccounts } from './model'
import { useRefreshAccounts } from './useRefreshAccounts'

type Props = { source: PlatformAccounts; groupId: number | undefined; opened: boolean; onClose: () => void }

export function AddAccountDialog({ source, groupId, opened, onClose }: Props) {
  const refresh = useRefreshAccounts(source.platform)
  const form = useForm({
    initialValues: { username: '' },
    transformValues: ({ username }) => ({ username: username.trim() }),
    validate: { username: isNotEmpty('Username is required') },
  })
  const close = () => {
    form.reset()
    onClose()
  }
  const add = useMutation({
    mutationFn: (username: string) => source.add(username, groupId),
    onSuccess: () => {
      toast.success(SUCCESS.accountAdded)
      close()
      refresh()
    },
    onError: (error) => form.setFieldError('username', errorMessage(error, ERROR.addAccount)),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title="Add Account"
      submit="Add Account"
      busy={add.isPending}
      onSubmit={form.onSubmit(({ username }) => add.mutate(username))}
    >
      <TextInput
        label={`${PLATFORMS[source.platform].name} username`}
        description="Without @"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-autofocus
        {...form.getInputProps('username')}
      />
    </FormDialog>
  )
}
