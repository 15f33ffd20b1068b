import { useState } from 'react'
import { managedReason } from '@/util/states'
import type { Account } from './model'

/** Accounts selected for deletion; `undefined` outside selection mode. */
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
