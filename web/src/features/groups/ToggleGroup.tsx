import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import type { Schema } from '@/shared/api/types'
import { ERROR } from '@/shared/constants/messages'
import { managedReason } from '@/shared/lib/managed'
import { toast } from '@/shared/lib/toast'
import { IconButton } from '@/shared/ui/IconButton'
import { useReloadGroups } from './queries'

export function ToggleGroup({ group }: { group: Schema<'Group'> }) {
  const reload = useReloadGroups()
  const toggle = api.useMutation('post', '/api/groups/{id}/toggle', {
    onSuccess: async ({ message }) => {
      await reload()
      toast.success(message)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.toggleGroup)),
  })
  const verb = group.is_active ? 'Deactivate' : 'Activate'
  return (
    <IconButton
      icon={group.is_active ? IconPlayerPause : IconPlayerPlay}
      label={`${verb} group`}
      name={`${verb} ${group.name}`}
      shortLabel={verb}
      busy={toggle.isPending}
      unavailable={managedReason(group)}
      onClick={() => toggle.mutate({ params: { path: { id: group.id } } })}
    />
  )
}
