import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { IconButton } from '@/components/IconButton'
import { managedReason } from '@/util/states'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
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
