import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/shared/api/error'
import { ERROR } from '@/shared/constants/messages'
import { ConfirmDialog } from '@/shared/dialogs/ConfirmDialog'
import { toast } from '@/shared/lib/toast'
import { deleteAllSessions } from './calls'
import { useReloadSessions } from './queries'

type Props = { opened: boolean; total: number; onClose: () => void }

export function DeleteAllDialog({ opened, total, onClose }: Props) {
  const reload = useReloadSessions()
  const remove = useMutation({
    mutationFn: deleteAllSessions,
    onSuccess: async ({ data }) => {
      await reload()
      if (data) toast.success(data.message)
      onClose()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteSessions)),
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
