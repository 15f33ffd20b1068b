import { useMutation } from '@tanstack/react-query'
import { ApiError, errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { useReloadSessions } from './queries'
import { deleteAllSessions, LIST_CHANGED } from './sessionsApi'

type Props = { opened: boolean; total: number; version: string | null; onClose: () => void }

export function DeleteAllDialog({ opened, total, version, onClose }: Props) {
  const reload = useReloadSessions()
  const remove = useMutation({
    mutationFn: () => deleteAllSessions(version),
    onSuccess: async ({ data }) => {
      await reload()
      if (data) toast.success(data.message)
      onClose()
    },
    onError: async (error) => {
      const moved = error instanceof ApiError && error.status === LIST_CHANGED
      if (moved) await reload()
      toast.error(moved ? ERROR.sessionsMoved : errorMessage(error, ERROR.deleteSessions))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened={opened}
      title={`Are you sure you want to delete ALL ${total} sessions? This cannot be undone!`}
      consequence="Instagram accounts are not scraped again until new sessions are added."
      confirm="Delete All"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
