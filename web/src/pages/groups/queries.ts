import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, GROUPS_KEY, result } from '@/api/client'
import { GROUP_KEY } from '@/api/group'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'

export type GroupDetails = Schema<'GroupDetail'>

/** Refetches only the list, since a deleted group's details can no longer be loaded. */
export function useReloadGroupList() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: GROUPS_KEY })
}

/** Refetches the list and the open group. */
export function useReloadGroups() {
  const queries = useQueryClient()
  return () => Promise.all([GROUPS_KEY, GROUP_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** Undoes the deletion of a group. */
export function useRestoreGroup() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (group: number) => {
      const { deletions } = await result(client.GET('/api/admin/deletions'))
      const deletion = deletions.find(({ kind, group_id }) => kind === 'group' && group_id === group)
      if (deletion === undefined) throw new Error('the deletion is no longer listed')
      const params = { path: { id: deletion.id } }
      await result(client.POST('/api/admin/deletions/{id}/restore', { params }))
    },
    onSuccess: async () => {
      toast.success(SUCCESS.restored)
      // A restored group changes every page.
      await queries.invalidateQueries()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.restore)),
  })
}
