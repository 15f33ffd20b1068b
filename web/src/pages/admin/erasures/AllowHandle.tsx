import { useDisclosure } from '@mantine/hooks'
import { IconLockOpen } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { useReloadErasures } from '@/pages/admin/erasuresQueries'
import { formatDate } from '@/util/format'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'

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
