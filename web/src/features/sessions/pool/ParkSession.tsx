import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause } from '@tabler/icons-react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { ConfirmDialog } from '@/shared/dialogs/ConfirmDialog'
import { toast } from '@/shared/lib/toast'
import { IconButton } from '@/shared/ui/IconButton'
import { useReloadPool } from './queries'
import { canPark, type PooledSession } from './states'

/** Takes a session out of use; nothing where it is already. */
export function ParkSession({ session }: { session: PooledSession }) {
  const [asking, { open, close }] = useDisclosure(false)
  const reload = useReloadPool()
  const park = api.useMutation('post', '/api/scraping/pool/{id}/park', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.sessionParked)
      close()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.parkSession)),
  })
  if (!canPark(session)) return null
  const name = `session #${session.index + 1}`
  return (
    <>
      <IconButton
        icon={IconPlayerPause}
        label="Park: take it out of use"
        name={`Park ${name}`}
        word="Park"
        onClick={open}
      />
      <ConfirmDialog
        opened={asking}
        title={`Park ${name}?`}
        consequence="It is lent to no run until it is revived; its accounts move to other sessions. A run that works with it now keeps it until it takes its next one."
        confirm="Park it"
        harmless
        busy={park.isPending}
        onConfirm={() => park.mutate({ params: { path: { id: session.id } } })}
        onClose={close}
      />
    </>
  )
}
