import { useState } from 'react'
import type { Account } from './model'

/** Which accounts are marked to be deleted together; `undefined` while nobody selects. */
export function useSelection(accounts: Account[] | undefined) {
  const [marked, setMarked] = useState<ReadonlySet<number>>()
  const all = accounts ?? []
  // What somebody else deleted meanwhile is no longer selected.
  const selected = all.filter(({ id }) => marked?.has(id))
  const toggle = (id: number) =>
    setMarked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return {
    on: marked !== undefined,
    selected,
    allSelected: all.length > 0 && selected.length === all.length,
    has: (id: number) => marked?.has(id) ?? false,
    toggle,
    start: () => setMarked(new Set()),
    selectAll: () => setMarked(new Set(all.map(({ id }) => id))),
    deselectAll: () => setMarked(new Set()),
    end: () => setMarked(undefined),
  }
}

export type Selection = ReturnType<typeof useSelection>
