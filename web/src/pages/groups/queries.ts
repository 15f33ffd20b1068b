import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, GROUPS_KEY, result } from '@/api/client'
import { GROUP_KEY } from '@/api/group'
import { errorMessage } from '@/api/errors'
import { refetchAll } from '@/api/refetch'
import type { Schema } from '@/api/types'
import { ATTENTION_KEY } from '@/util/attention'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'

export type GroupDetails = Schema<'GroupDetail'>

/** Refetches the list, and other data when they are next shown: those of a deleted group can no longer be read. */
export function useReloadAfterDeletion() {
  const queries = useQueryClient()
  return () => refetchAll(queries, { awaited: [GROUPS_KEY, ATTENTION_KEY], others: false })
}

/** Refetches everything that shows a group, its rules or its users. Waits for the list and the open group. */
export function useReloadGroups() {
  const queries = useQueryClient()
  return () => refetchAll(queries, { awaited: [GROUPS_KEY, GROUP_KEY] })
}

/** Undoes the deletion of a group. */
export function useRestoreGroup() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (group: number) => {
      // The first page has the latest.
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
