import { useDisclosure } from '@mantine/hooks'
import { IconLockOpen } from '@tabler/icons-react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import type { Schema } from '@/shared/api/types'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { ConfirmDialog } from '@/shared/dialogs/ConfirmDialog'
import { formatDate } from '@/shared/lib/format'
import { toast } from '@/shared/lib/toast'
import { IconButton } from '@/shared/ui/IconButton'
import { useReloadErasures } from './queries'

/** Allows an erased handle to be added again. */
export function AllowHandle({ erasure: { id, at } }: { erasure: Schema<'ErasureEntry'> }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadErasures()
  const lift = api.useMutation('delete', '/api/admin/erasures/{id}', {
    onSuccess: async () => {
      toast.success(SUCCESS.handleAllowed)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.allowHandle)),
  })
  return (
    <>
      <IconButton
        icon={IconLockOpen}
        label="Allow it again"
        name={`Allow the handle erased on ${formatDate(at)}`}
        shortLabel="Allow"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title="Allow this handle again?"
        consequence="The handle can then be added again like any other. Erased data is not restored."
        confirm="Allow it again"
        busy={lift.isPending}
        onConfirm={() => lift.mutate({ params: { path: { id } } })}
        onClose={close}
      />
    </>
  )
}
