import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { formatCounted } from '@/util/format'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { useReloadCaptures } from './queries'

export function DeleteCaptures({ count }: { count: number }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadCaptures()
  const remove = api.useMutation('delete', '/api/scraping/captures', {
    onSuccess: async ({ message }) => {
      toast.success(message)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteCaptures)),
  })
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={open}>
        Delete all
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={`Delete ${formatCounted(count, 'captured response')}?`}
        consequence="This cannot be undone. Accounts and their numbers are not affected."
        confirm="Delete all"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({})}
        onClose={close}
      />
    </>
  )
}
