import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { useReloadGroups } from './queries'

/** Saves changes to a group and shows a toast. */
export function useSaveGroup(id: number, onSaved: () => void) {
  const reload = useReloadGroups()
  const { mutate, isPending } = api.useMutation('patch', '/api/groups/{id}', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.groupUpdated)
      onSaved()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.updateGroup)),
  })
  return {
    busy: isPending,
    save: (change: Schema<'UpdateGroup'>) => mutate({ params: { path: { id } }, body: change }),
  }
}
