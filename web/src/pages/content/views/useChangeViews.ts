import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client, result, useGroups } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { useIsAdmin, useSession } from '@/api/session'
import { useContentScope } from '@/pages/content/scope'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import type { SavedView } from './savedView'
import { PAGE, VIEWS } from './useSavedViews'

/** Returns the group with which the user may share views: that of a group admin, or the one that an admin has chosen. */
export function useSharingGroup(): { id: number; name: string } | undefined {
  const user = useSession()?.user
  const admin = useIsAdmin()
  const { groupId } = useContentScope()
  const groups = useGroups({ enabled: admin }).data?.groups
  if (admin) return groups?.find(({ id }) => id === groupId)
  return user?.is_group_admin && user.group_id != null
    ? { id: user.group_id, name: user.group_name ?? 'the group' }
    : undefined
}

type NewView = Pick<SavedView, 'name' | 'query' | 'group_id'>

/** Returns how views are saved, changed and deleted, and whether a change is under way. */
export function useChangeViews(onSaved?: () => void) {
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: ['get', VIEWS] })
  const saved = {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.viewSaved)
    },
    onError: (error: unknown) => toast.error(errorMessage(error, ERROR.saveView)),
  }
  const create = api.useMutation('post', VIEWS, saved)
  const update = api.useMutation('put', `${VIEWS}/{id}`, saved)
  const restore = api.useMutation('post', VIEWS, {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.restored)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.restore)),
  })
  // The callbacks of a call are not called after another deletion, nor after the page was left.
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => result(client.DELETE('/api/views/{id}', { params: { path: { id } } })),
    onSuccess: async (_deleted, { name, query, group_id }) => {
      await reload()
      const body = { page: PAGE, name, query, ...(group_id != null && { group_id }) } as const
      toast.success(SUCCESS.viewDeleted, () => restore.mutate({ body }))
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteView)),
  })
  // Not called after `forget`.
  const closing = onSaved && { onSuccess: onSaved }
  return {
    busy: create.isPending || update.isPending,
    create: (view: NewView) => create.mutate({ body: { page: PAGE, ...view } }, closing),
    /** Without `group_id`, sharing does not change. */
    update: (id: number, view: NewView) => update.mutate({ params: { path: { id } }, body: view }, closing),
    /** For a dialog that was closed, and may be opened for another view before the call ends. */
    forget: () => {
      create.reset()
      update.reset()
    },
    remove: (view: SavedView) => remove.mutate(view),
  }
}
