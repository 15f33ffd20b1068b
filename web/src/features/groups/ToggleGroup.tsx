import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import type { Schema } from '@/shared/api/types'
import { ERROR } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
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
  const Icon = group.is_active ? IconPlayerPause : IconPlayerPlay
  return (
    <Tooltip label={`${verb} group`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`${verb} ${group.name}`}
        loading={toggle.isPending}
        onClick={() => toggle.mutate({ params: { path: { id: group.id } } })}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
