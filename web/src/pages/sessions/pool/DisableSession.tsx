import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { useReloadPool } from '@/pages/sessions/poolQueries'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
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
