import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { managedReason } from '@/shared/lib/managed'
import { toast } from '@/shared/lib/toast'
import { ConfirmDialog } from '@/shared/dialogs/ConfirmDialog'
import { IconButton } from '@/shared/ui/IconButton'
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
