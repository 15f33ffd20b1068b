import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { IconButton } from '@/components/IconButton'
import { useReloadUsers } from '@/pages/admin/queries'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { TwoStepConfirm } from './TwoStepConfirm'
import type { User } from './users'

/** Data that is deleted with the user; a note on whose data it is follows. */
const WARNING = 'The user, all Instagram and TikTok accounts, posts, videos and data are removed permanently.'

export function DeleteUser({ user }: { user: User }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadUsers()
  const remove = api.useMutation('delete', '/api/admin/users/{id}', {
    onSuccess: async ({ message }) => {
      toast.success(message)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteUser)),
  })
  const note = `Only data that ${user.username} added is affected; data that others added is kept.`
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete user"
        name={`Delete ${user.username}`}
        shortLabel="Delete"
        onClick={open}
      />
      <TwoStepConfirm
        opened={confirming}
        steps={[
          {
            title: `Delete the user ${user.username}?`,
            consequence: `${WARNING} ${note}`,
            confirm: 'Delete user',
          },
          {
            title: 'Are you sure? This cannot be undone!',
            consequence: `${WARNING} ${note}`,
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
