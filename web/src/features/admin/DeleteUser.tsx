import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { ERROR } from '@/shared/constants/messages'
import { TwoStepConfirm } from '@/shared/dialogs/TwoStepConfirm'
import { toast } from '@/shared/lib/toast'
import { IconButton } from '@/shared/ui/IconButton'
import { useReloadUsers } from './queries'
import type { User } from './users'

const ALL = 'all Instagram and TikTok accounts, posts, videos and data'

export function DeleteUser({ user }: { user: User }) {
  const [asking, { open, close }] = useDisclosure(false)
  const reload = useReloadUsers()
  const remove = api.useMutation('delete', '/api/admin/users/{id}', {
    onSuccess: async ({ message }) => {
      toast.success(message)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteUser)),
  })
  return (
    <>
      <IconButton icon={IconTrash} label="Delete user" name={`Delete ${user.username}`} onClick={open} />
      <TwoStepConfirm
        opened={asking}
        steps={[
          {
            title: `Delete the user ${user.username}?`,
            consequence: `The user, ${ALL} that the user added are removed permanently.`,
            confirm: 'Delete user',
          },
          {
            title: `Are you sure? This cannot be undone!`,
            consequence: `${user.username}, ${ALL} are removed permanently.`,
            confirm: 'Delete permanently',
          },
        ]}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { path: { id: user.id } } })}
        onClose={close}
      />
    </>
  )
}
