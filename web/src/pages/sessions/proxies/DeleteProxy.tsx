import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { useReloadProxies, type Proxy } from '@/pages/sessions/proxiesQueries'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { deleteConsequence } from './proxy'

export function DeleteProxy({ proxy }: { proxy: Proxy }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadProxies()
  const remove = api.useMutation('delete', '/api/scraping/proxies/{id}', {
    onSuccess: async () => {
      toast.success(SUCCESS.proxyDeleted)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteProxy)),
  })
  return (
    <>
      <IconButton icon={IconTrash} label="Delete proxy" name={`Delete proxy ${proxy.name}`} onClick={open} />
      <ConfirmDialog
        opened={confirming}
        title={`Delete the proxy ${proxy.name}?`}
        consequence={deleteConsequence(proxy)}
        confirm="Delete proxy"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { path: { id: proxy.id } } })}
        onClose={close}
      />
    </>
  )
}
