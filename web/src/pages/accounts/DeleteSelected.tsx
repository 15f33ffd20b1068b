import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'
import { deleteConsequence, deleteQuestion, managedAccountsNote } from './deletion'
import type { Account, PlatformAccounts } from './model'
import { useRefreshAccounts } from './useRefreshAccounts'

type Props = {
  source: PlatformAccounts
  groupId: number | undefined
  accounts: Account[]
  /** Number of selected accounts that are kept because they are managed elsewhere. */
  staying: number
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Confirms the deletion of the selected accounts. */
export function DeleteSelected({ source, groupId, accounts, staying, opened, onClose, onDeleted }: Props) {
  const refresh = useRefreshAccounts(source.platform)
  const remove = useMutation({
    mutationFn: () =>
      source.removeMany(
        accounts.map(({ id }) => id),
        groupId,
      ),
    onSuccess: ({ message }) => {
      toast.success(one ? SUCCESS.accountDeleted : message)
      onClose()
      onDeleted()
      refresh()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.deleteAccounts)),
  })
  const one = accounts.length === 1
  return (
    <ConfirmDialog
      opened={opened}
      title={deleteQuestion(accounts)}
      consequence={[deleteConsequence(source.platform, accounts), managedAccountsNote(staying)]
        .join(' ')
        .trim()}
      confirm={one ? 'Delete account' : `Delete ${accounts.length} accounts`}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
