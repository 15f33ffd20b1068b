import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { IconButton } from '@/components/IconButton'
import { useReloadUsers } from '@/pages/admin/queries'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import type { User } from './users'

export function ToggleUser({ user }: { user: User }) {
  const reload = useReloadUsers()
  const toggle = api.useMutation('post', '/api/admin/users/{id}/toggle-status', {
    onSuccess: async ({ message }) => {
      await reload()
      toast.success(message)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.toggleUser)),
  })
  const verb = user.is_active ? 'Deactivate' : 'Activate'
  return (
    <IconButton
      icon={user.is_active ? IconPlayerPause : IconPlayerPlay}
      label={`${verb} user`}
      name={`${verb} ${user.username}`}
      shortLabel={verb}
      busy={toggle.isPending}
      onClick={() => toggle.mutate({ params: { path: { id: user.id } } })}
    />
  )
}
