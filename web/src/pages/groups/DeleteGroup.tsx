import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { formatCounted } from '@/util/format'
import { managedReason } from '@/util/states'
import { ERROR } from '@/util/messages'
import { PLATFORMS, type Platform } from '@/util/platform'
import { toast } from '@/util/toast'
import { useReloadGroupList } from './queries'
import { useGroupsView } from './useGroupsView'

export function DeleteGroup({ group }: { group: Schema<'Group'> }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadGroupList()
  const { group: opened, closeGroup } = useGroupsView()
  const remove = api.useMutation('delete', '/api/groups/{id}', {
    onSuccess: async ({ message }) => {
      if (opened === group.id) closeGroup()
      toast.success(message)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteGroup)),
  })
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete group"
        name={`Delete ${group.name}`}
        shortLabel="Delete"
        unavailable={managedReason(group)}
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Delete the group ${group.name}?`}
        consequence={`All associated data is deleted: ${contents(group)}, and everything that was collected for them. This cannot be undone.`}
        confirm="Delete group"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { path: { id: group.id } } })}
        onClose={close}
      />
    </>
  )
}

function contents({ instagram_count, tiktok_count, user_count }: Schema<'Group'>): string {
  return [
    formatCounted(user_count, 'user'),
    countAccounts('instagram', instagram_count),
    countAccounts('tiktok', tiktok_count),
  ].join(', ')
}

/** `1 Instagram account`, `12 TikTok accounts`. */
function countAccounts(platform: Platform, count: number): string {
  return formatCounted(count, `${PLATFORMS[platform].name} account`)
}
