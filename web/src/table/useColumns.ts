import { useMemo, useSyncExternalStore } from 'react'
import { storedValue, type StoredValue } from '@/util/storedValue'
import { hiddenTitles, storedChoice, type Column } from './column'

/** Stores in this browser which columns are visible, under the table's name. */
export function useColumns<Row>(table: string, columns: Column<Row>[]) {
  const choice = choiceOf(table)
  const stored = useSyncExternalStore(choice.subscribe, choice.get)
  const hidden = useMemo(() => hiddenTitles(columns, stored), [columns, stored])
  const shown = useMemo(
    () => columns.filter(({ title, fixed }) => fixed || !hidden.includes(title)),
    [columns, hidden],
  )
  return {
    shown,
    hidden,
    setHidden: (titles: string[]) => choice.set(changedChoice(columns, stored, titles)),
  }
}

type Choosable = Parameters<typeof storedChoice>[0]

/** Returns the choice to store for the hidden columns. Keeps what is stored for columns that are not available now. */
export function changedChoice(
  columns: Choosable,
  stored: readonly string[],
  hidden: readonly string[],
): string[] {
  const all = columns.map(({ title }) => title)
  const ofColumns = new Set([...storedChoice(columns, all), ...storedChoice(columns, [])])
  return [...stored.filter((choice) => !ofColumns.has(choice)), ...storedChoice(columns, hidden)]
}

const choices = new Map<string, StoredValue<string[]>>()

function choiceOf(table: string): StoredValue<string[]> {
  const known = choices.get(table)
  if (known) return known
  const choice = storedValue(`clipmeter.hidden-columns.${table}`, (found) =>
    Array.isArray(found) ? found.filter((title) => typeof title === 'string') : [],
  )
  choices.set(table, choice)
  return choice
}
