import { useMutation } from '@tanstack/react-query'
import { ApiError, errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { ConfirmDialog } from '@/shared/dialogs/ConfirmDialog'
import { toast } from '@/shared/lib/toast'
import { deleteSession, LIST_CHANGED } from './sessionsApi'
import { useReloadSessions } from './queries'

type Props = {
  /** Index of the session in the whole list, from 0. */
  index: number | undefined
  version: string | null
  onClose: () => void
}

export function DeleteSessionDialog({ index, version, onClose }: Props) {
  const reload = useReloadSessions()
  const remove = useMutation({
    mutationFn: (position: number) => deleteSession(position, version),
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.sessionDeleted)
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
      opened={index !== undefined}
      title="Are you sure you want to delete this session?"
      consequence={
        index === undefined ? '' : `Session #${index + 1} is no longer used to scrape Instagram accounts.`
      }
      confirm="Delete session"
      busy={remove.isPending}
      onConfirm={() => index !== undefined && remove.mutate(index)}
      onClose={onClose}
    />
  )
}
