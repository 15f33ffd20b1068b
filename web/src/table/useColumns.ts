import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import { hiddenTitles, storedChoice, type Column } from './column'

/** Stores in this browser which columns are visible, under the table's name. */
export function useColumns<Row>(table: string, columns: Column<Row>[]) {
  const [stored, setStored] = useLocalStorage<string[]>({
    key: `clipmeter.hidden-columns.${table}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: parseTitles,
  })
  const hidden = useMemo(() => hiddenTitles(columns, stored), [columns, stored])
  const shown = useMemo(
    () => columns.filter(({ title, fixed }) => fixed || !hidden.includes(title)),
    [columns, hidden],
  )
  return { shown, hidden, setHidden: (titles: string[]) => setStored(changedChoice(columns, stored, titles)) }
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

function parseTitles(stored: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter((title) => typeof title === 'string') : []
  } catch {
    return []
  }
}
