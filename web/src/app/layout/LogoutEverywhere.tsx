import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { session } from '@/api/session'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'

type Props = { opened: boolean; onClose: () => void }

/** Ends all sign-ins of the user, for users who forgot to sign out elsewhere or lost a device. */
export function LogoutEverywhere({ opened, onClose }: Props) {
  const end = api.useMutation('post', '/api/auth/logout-everywhere', {
    // Only after the server has confirmed it: users must be able to rely on being signed out.
    onSuccess: session.end,
    onError: (error) => toast.error(errorMessage(error, ERROR.logoutEverywhere)),
  })
  return (
    <ConfirmDialog
      opened={opened}
      title="Log out on every device?"
      consequence="You will have to sign in again on each of them, and here."
      confirm="Log out everywhere"
      busy={end.isPending}
      onConfirm={() => end.mutate({})}
      onClose={onClose}
    />
  )
}
