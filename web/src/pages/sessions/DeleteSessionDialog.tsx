import { useMutation } from '@tanstack/react-query'
import { ApiError, errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { useReloadSessions } from './queries'
import { deleteSession, LIST_CHANGED } from './sessionsApi'

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
