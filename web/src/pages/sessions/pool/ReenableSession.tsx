import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPlay } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { useReloadPool } from '@/pages/sessions/poolQueries'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { canReenable, reenableConsequence, type PooledSession } from './states'

/** Re-enables a session; hidden if that is not possible. */
export function ReenableSession({ session }: { session: PooledSession }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadPool()
  const reenable = api.useMutation('post', '/api/scraping/pool/{id}/reenable', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.sessionReenabled)
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.reenableSession)),
  })
  if (!canReenable(session)) return null
  const name = `session #${session.index + 1}`
  return (
    <>
      <IconButton
        icon={IconPlayerPlay}
        label="Re-enable"
        name={`Re-enable ${name}`}
        shortLabel="Re-enable"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Re-enable ${name}?`}
        consequence={reenableConsequence(session.state)}
        confirm="Re-enable"
        harmless
        busy={reenable.isPending}
        onConfirm={() => reenable.mutate({ params: { path: { id: session.id } } })}
        onClose={close}
      />
    </>
  )
}
