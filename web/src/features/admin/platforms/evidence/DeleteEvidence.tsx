import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { ERROR } from '@/shared/constants/messages'
import { ConfirmDialog } from '@/shared/dialogs/ConfirmDialog'
import { formatCounted } from '@/shared/lib/format'
import { toast } from '@/shared/lib/toast'
import { useReloadEvidence } from './queries'

export function DeleteEvidence({ count }: { count: number }) {
  const [asking, { open, close }] = useDisclosure(false)
  const reload = useReloadEvidence()
  const remove = api.useMutation('delete', '/api/scraping/evidence', {
    onSuccess: async ({ message }) => {
      toast.success(message)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteEvidence)),
  })
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={open}>
        Delete all
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Delete ${formatCounted(count, 'answer')} that ${count === 1 ? 'was' : 'were'} not understood?`}
        consequence="They cannot be looked at any more. Accounts and their numbers stay as they are."
        confirm="Delete all"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({})}
        onClose={close}
      />
    </>
  )
}
