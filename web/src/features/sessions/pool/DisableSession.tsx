import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause } from '@tabler/icons-react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { ConfirmDialog } from '@/shared/dialogs/ConfirmDialog'
import { toast } from '@/shared/lib/toast'
import { IconButton } from '@/shared/ui/IconButton'
import { useReloadPool } from './queries'
import { canDisable, type PooledSession } from './states'

/** Disables a session; hidden if that is not possible. */
export function DisableSession({ session }: { session: PooledSession }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadPool()
  const disable = api.useMutation('post', '/api/scraping/pool/{id}/disable', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.sessionDisabled)
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.disableSession)),
  })
  if (!canDisable(session)) return null
  const name = `session #${session.index + 1}`
  return (
    <>
      <IconButton
        icon={IconPlayerPause}
        label="Disable"
        name={`Disable ${name}`}
        shortLabel="Disable"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Disable ${name}?`}
        consequence="No run uses it until it is re-enabled; its accounts move to other sessions. A run that is already using it does so until it leases its next session."
        confirm="Disable"
        harmless
        busy={disable.isPending}
        onConfirm={() => disable.mutate({ params: { path: { id: session.id } } })}
        onClose={close}
      />
    </>
  )
}
