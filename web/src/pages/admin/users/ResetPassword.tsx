import { useDisclosure } from '@mantine/hooks'
import { IconKey } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import type { NewCredentials } from '@/components/PasswordDialog'
import { useCopy } from '@/components/CopyButton'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import type { User } from './users'

type Props = { user: User; onPassword: (credentials: NewCredentials) => void }

/** Sets a new password for a user, copies it, and passes it on to be displayed. */
export function ResetPassword({ user, onPassword }: Props) {
  const [confirming, { open, close }] = useDisclosure(false)
  const { copy } = useCopy()
  const reset = api.useMutation('post', '/api/admin/users/{id}/reset-password', {
    onSuccess: ({ password }) => {
      close()
      onPassword({ username: user.username, password })
      void copy(password)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.resetPassword)),
  })
  return (
    <>
      <IconButton
        icon={IconKey}
        label="Reset password"
        name={`Reset the password of ${user.username}`}
        shortLabel="Reset the password"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Reset the password of ${user.username}?`}
        consequence="A new password is generated. The old one stops working, and the user is signed out everywhere."
        confirm="Reset password"
        busy={reset.isPending}
        onConfirm={() => reset.mutate({ params: { path: { id: user.id } } })}
        onClose={close}
      />
    </>
  )
}
