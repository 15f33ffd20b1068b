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
  return { shown, hidden, setHidden: (titles: string[]) => setStored(storedChoice(columns, titles)) }
}

function parseTitles(stored: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter((title) => typeof title === 'string') : []
  } catch {
    return []
  }
}
