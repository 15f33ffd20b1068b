import { useLocalStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import type { Column } from './column'

/** Visible columns of a table. The choice is stored in this browser under the table's name. */
export function useColumns<Row>(table: string, columns: Column<Row>[]) {
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `clipmeter.hidden-columns.${table}`,
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: titles,
  })
  const shown = useMemo(
    () => columns.filter(({ title, fixed }) => fixed || !hidden.includes(title)),
    [columns, hidden],
  )
  return { shown, hidden, setHidden }
}

function titles(stored: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(value) ? value.filter((title) => typeof title === 'string') : []
  } catch {
    return []
  }
}
