import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { managedReason } from '@/util/states'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { deleteConsequence, deleteQuestion } from './deletion'
import type { Account, PlatformAccounts } from './model'
import { useRefreshAccounts } from './useRefreshAccounts'

type Props = { source: PlatformAccounts; account: Account }

export function DeleteAccount({ source, account }: Props) {
  const [confirming, { open, close }] = useDisclosure(false)
  const refresh = useRefreshAccounts(source.platform)
  const remove = useMutation({
    mutationFn: () => source.remove(account.id),
    onSuccess: () => {
      toast.success(SUCCESS.accountDeleted)
      close()
      refresh()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteAccounts)),
  })
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete account"
        name={`Delete @${account.username}`}
        unavailable={managedReason(account)}
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={deleteQuestion([account])}
        consequence={deleteConsequence(source.platform, [account])}
        confirm="Delete account"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      />
    </>
  )
}
