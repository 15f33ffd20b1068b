import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDevicesOff } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { session } from '@/api/session'
import { ConfirmDialog } from '@/components/Dialogs'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'

const LABEL = 'Sign out everywhere'

/** Ends all sign-ins of the user, for users who forgot to sign out elsewhere or lost a device. */
export function LogoutEverywhere() {
  const [confirming, { open, close }] = useDisclosure(false)
  const end = api.useMutation('post', '/api/auth/logout-everywhere', {
    // Only after the server has confirmed it: users must be able to rely on being signed out.
    onSuccess: session.end,
    onError: (error) => toast.error(errorMessage(error, ERROR.logoutEverywhere)),
  })
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        fz="xs"
        fw={500}
        justify="flex-start"
        leftSection={<IconDevicesOff size={18} stroke={1.75} />}
        onClick={open}
      >
        {LABEL}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title="Sign out on every device?"
        consequence="You will have to sign in again on each of them, and here."
        confirm={LABEL}
        busy={end.isPending}
        onConfirm={() => end.mutate({})}
        onClose={close}
      />
    </>
  )
}
