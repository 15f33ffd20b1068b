import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
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
    <Modal opened={opened} onClose={close} title="Add Account" centered>
      <form onSubmit={form.onSubmit(({ username }) => add.mutate(username))} noValidate>
        <Stack gap="md">
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
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add Account
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
