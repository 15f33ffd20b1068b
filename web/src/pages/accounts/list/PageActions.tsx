import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMovie, IconPlus, IconSquareCheck, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { errorMessage } from '@/api/errors'
import { ScrapeAllButton, type Scraping } from '@/components/runs/ScrapeAllButton'
import { ERROR } from '@/util/messages'
import { dialogOnDemand } from '@/util/onDemand'
import type { Platform } from '@/util/platform'
import { managedReason } from '@/util/states'
import { toast } from '@/util/toast'
import type { Account } from '@/pages/accounts/model'

const DeleteSelected = dialogOnDemand(() => import('./DeleteSelected').then((file) => file.DeleteSelected))

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
  const { selected, allSelected, staying, selectAll, reading, deselectAll, end } = selection
  return (
    <>
      <Button variant="default" loading={reading} onClick={allSelected ? deselectAll : selectAll}>
        {allSelected ? 'Deselect All' : 'Select All'}
      </Button>
      <Button
        color="red.9"
        leftSection={<IconTrash size={16} stroke={1.75} />}
        disabled={selected.length === 0 || reading}
        onClick={open}
      >
        Delete ({selected.length})
      </Button>
      <Button variant="default" disabled={reading} onClick={end}>
        Cancel
      </Button>
      <DeleteSelected
        platform={platform}
        groupId={groupId}
        accounts={selected}
        staying={staying}
        opened={confirming}
        onClose={close}
        onDeleted={end}
      />
    </>
  )
}

type SelectionSettings = {
  /** The accounts of the shown page. */
  shown: Account[] | undefined
  /** Reads the accounts of all pages. */
  readAll: () => Promise<Account[]>
}

const isOwn = (account: Account) => managedReason(account) === undefined

/**
 * Keeps the accounts selected for deletion, also those of other pages and searches; selecting the first one starts the selection
 * mode.
 */
export function useSelection({ shown, readAll }: SelectionSettings) {
  const [marked, setMarked] = useState<ReadonlyMap<number, Account>>()
  const [staying, setStaying] = useState(0)
  const own = (shown ?? []).filter(isOwn)
  const latest = new Map(shown?.map((account) => [account.id, account]))
  // Accounts that became managed elsewhere meanwhile are no longer selected.
  const selected = [...(marked?.values() ?? [])]
    .map((account) => latest.get(account.id) ?? account)
    .filter(isOwn)
  const toggle = useCallback((account: Account) => {
    setStaying(0)
    setMarked((before) => {
      const next = new Map(before)
      if (!next.delete(account.id)) next.set(account.id, account)
      return next
    })
  }, [])
  const mark = (accounts: Account[] | undefined) => {
    setStaying(0)
    setMarked(accounts && new Map(accounts.map((account) => [account.id, account])))
  }
  const all = useMutation({
    mutationFn: readAll,
    onSuccess: (accounts) => {
      const deletable = accounts.filter(isOwn)
      mark(deletable)
      setStaying(accounts.length - deletable.length)
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.load)),
  })
  return {
    /** Whether any account of the page can be deleted here. */
    possible: own.length > 0,
    on: marked !== undefined,
    marked,
    selected,
    /** Selected accounts that are not on the page: those of other pages and searches. */
    hidden: selected.filter(({ id }) => !latest.has(id)),
    /** Whether all accounts of the page are selected that can be. */
    allSelected: own.length > 0 && own.every(({ id }) => marked?.has(id)),
    /** Number of accounts of the page that are managed elsewhere and cannot be deleted here. */
    managed: (shown?.length ?? 0) - own.length,
    /** Number of accounts that *Select All* left out because they are managed elsewhere. */
    staying,
    has: (id: number) => marked?.has(id) ?? false,
    toggle,
    start: () => mark([]),
    selectAll: () => all.mutate(),
    reading: all.isPending,
    deselectAll: () => mark([]),
    end: () => mark(undefined),
  }
}

export type Selection = ReturnType<typeof useSelection>
