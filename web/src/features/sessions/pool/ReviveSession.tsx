import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPlay } from '@tabler/icons-react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { ConfirmDialog } from '@/shared/dialogs/ConfirmDialog'
import { toast } from '@/shared/lib/toast'
import { IconButton } from '@/shared/ui/IconButton'
import { useReloadPool } from './queries'
import { canRevive, reviveConsequence, type PooledSession } from './states'

/** Takes a session into use again; nothing where it is. */
export function ReviveSession({ session }: { session: PooledSession }) {
  const [asking, { open, close }] = useDisclosure(false)
  const reload = useReloadPool()
  const revive = api.useMutation('post', '/api/scraping/pool/{id}/revive', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.sessionRevived)
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.reviveSession)),
  })
  if (!canRevive(session)) return null
  const name = `session #${session.index + 1}`
  return (
    <>
      <IconButton
        icon={IconPlayerPlay}
        label="Revive: take it into use again"
        name={`Revive ${name}`}
        word="Revive"
        onClick={open}
      />
      <ConfirmDialog
        opened={asking}
        title={`Revive ${name}?`}
        consequence={reviveConsequence(session.state)}
        confirm="Revive it"
        harmless
        busy={revive.isPending}
        onConfirm={() => revive.mutate({ params: { path: { id: session.id } } })}
        onClose={close}
      />
    </>
  )
}
