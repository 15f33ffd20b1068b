import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { ERROR, SUCCESS } from '@/util/messages'
import type { Platform } from '@/util/platform'
import { toast } from '@/util/toast'
import { useRefreshAccounts, useRestoreAccounts } from '@/pages/accounts/AccountActions'
import { deleteConsequence, deleteQuestion, isListed } from '@/pages/accounts/accountTexts'
import { deleteAccounts } from '@/pages/accounts/calls'
import { managedAccountsNote } from './deletionNotes'
import type { Account } from '@/pages/accounts/model'
import classes from './DeleteSelected.module.css'

type Props = {
  platform: Platform
  groupId: number | undefined
  accounts: Account[]
  /** Number of selected accounts that are kept because they are managed elsewhere. */
  staying: number
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Confirms the deletion of the selected accounts. */
export function DeleteSelected({ platform, groupId, accounts, staying, opened, onClose, onDeleted }: Props) {
  const refresh = useRefreshAccounts(platform)
  const restore = useRestoreAccounts(platform)
  const remove = useMutation({
    mutationFn: () =>
      deleteAccounts(
        platform,
        accounts.map(({ id }) => id),
        groupId,
      ),
    onSuccess: ({ message }) => {
      toast.success(one ? SUCCESS.accountDeleted : message, () => restore(accounts))
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
      consequence={[deleteConsequence(platform, accounts), managedAccountsNote(staying)].join(' ').trim()}
      confirm={one ? 'Delete account' : `Delete ${accounts.length} accounts`}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {isListed(accounts) && <DeletedNames of={accounts} />}
    </ConfirmDialog>
  )
}

/** Lists the accounts that are deleted, which may be of several pages. */
function DeletedNames({ of: accounts }: { of: Account[] }) {
  const names = accounts.map(({ username }) => `@${username}`).toSorted()
  return (
    // A long list scrolls; without a pointer, scrolling requires focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.names} role="group" aria-label="Accounts to delete" tabIndex={0}>
      {names.join(', ')}
    </div>
  )
}
