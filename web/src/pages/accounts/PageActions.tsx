import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMovie, IconPlus, IconSquareCheck, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/errors'
import { ConfirmDialog } from '@/components/Dialogs'
import { ScrapeAllButton, type Scraping } from '@/components/runs/ScrapeAllButton'
import { ERROR, SUCCESS } from '@/util/messages'
import type { Platform } from '@/util/platform'
import { managedReason } from '@/util/states'
import { toast } from '@/util/toast'
import { useRefreshAccounts, useRestoreAccounts } from './AccountActions'
import { deleteConsequence, deleteQuestion, managedAccountsNote } from './accountTexts'
import { deleteAccounts } from './calls'
import type { Account } from './model'

type Props = {
  scraping: Scraping
  onAdd: () => void
  /** Undefined if the platform's items cannot be tracked by URL. */
  onAddVideos: (() => void) | undefined
  /** False when no accounts are on screen that could be selected. */
  onSelect: (() => void) | undefined
}

export function AccountsActions({ scraping, onAdd, onAddVideos, onSelect }: Props) {
  return (
    <>
      {onSelect && (
        <Button
          variant="default"
          leftSection={<IconSquareCheck size={16} stroke={1.75} />}
          onClick={onSelect}
        >
          Select
        </Button>
      )}
      <ScrapeAllButton variant="default" scraping={scraping} />
      {onAddVideos && (
        <Button variant="default" leftSection={<IconMovie size={16} stroke={1.75} />} onClick={onAddVideos}>
          Add Videos
        </Button>
      )}
      <AddAccountButton onClick={onAdd} />
    </>
  )
}

export function AddAccountButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
      Add Account
    </Button>
  )
}

type SelectionActionsProps = { platform: Platform; groupId: number | undefined; selection: Selection }

export function SelectionActions({ platform, groupId, selection }: SelectionActionsProps) {
  const [confirming, { open, close }] = useDisclosure(false)
  const { selected, allSelected, managed, selectAll, deselectAll, end } = selection
  return (
    <>
      <Button variant="default" onClick={allSelected ? deselectAll : selectAll}>
        {allSelected ? 'Deselect All' : 'Select All'}
      </Button>
      <Button
        color="red.9"
        leftSection={<IconTrash size={16} stroke={1.75} />}
        disabled={selected.length === 0}
        onClick={open}
      >
        Delete ({selected.length})
      </Button>
      <Button variant="default" onClick={end}>
        Cancel
      </Button>
      <DeleteSelected
        platform={platform}
        groupId={groupId}
        accounts={selected}
        staying={allSelected ? managed : 0}
        opened={confirming}
        onClose={close}
        onDeleted={end}
      />
    </>
  )
}

type DeleteSelectedProps = {
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
function DeleteSelected({
  platform,
  groupId,
  accounts,
  staying,
  opened,
  onClose,
  onDeleted,
}: DeleteSelectedProps) {
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
    />
  )
}

/** Keeps the accounts selected for deletion; `undefined` outside selection mode. */
export function useSelection(accounts: Account[] | undefined) {
  const [marked, setMarked] = useState<ReadonlySet<number>>()
  const all = accounts ?? []
  const own = all.filter((account) => managedReason(account) === undefined)
  // Accounts that were deleted or became managed elsewhere meanwhile are no longer selected.
  const selected = own.filter(({ id }) => marked?.has(id))
  const toggle = (id: number) =>
    setMarked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return {
    /** Whether any account can be deleted here. */
    possible: own.length > 0,
    on: marked !== undefined && own.length > 0,
    selected,
    allSelected: own.length > 0 && selected.length === own.length,
    /** Number of accounts that are managed elsewhere and cannot be deleted here. */
    managed: all.length - own.length,
    has: (id: number) => marked?.has(id) ?? false,
    toggle,
    start: () => setMarked(new Set()),
    selectAll: () => setMarked(new Set(own.map(({ id }) => id))),
    deselectAll: () => setMarked(new Set()),
    end: () => setMarked(undefined),
  }
}

export type Selection = ReturnType<typeof useSelection>
