import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { hiddenTitles, storedChoice, type Column } from './column'

type Props = {
  columns: { title: string; fixed?: boolean }[]
  hidden: string[]
  onChange: (hidden: string[]) => void
}

/** Selects the visible columns of a table. */
export function ColumnChooser({ columns, hidden, onChange }: Props) {
  const toggle = (title: string) =>
    onChange(hidden.includes(title) ? hidden.filter((other) => other !== title) : [...hidden, title])
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.75} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="sm">
          {columns.map(({ title, fixed }) => (
            <Checkbox
              key={title}
              size="xs"
              label={title}
              disabled={fixed ?? false}
              checked={fixed || !hidden.includes(title)}
              onChange={() => toggle(title)}
            />
          ))}
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={hidden.length === 0}
            onClick={() => onChange([])}
          >
            Show all columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

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
