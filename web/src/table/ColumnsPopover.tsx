import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { ColumnsButton, type ColumnsProps } from './ColumnChooser'

/** The button with its list of columns, opened at once. */
export function ColumnsPopover({ columns, hidden, onChange }: ColumnsProps) {
  const toggle = (title: string) =>
    onChange(hidden.includes(title) ? hidden.filter((other) => other !== title) : [...hidden, title])
  return (
    <Popover position="bottom-end" trapFocus defaultOpened>
      <Popover.Target>
        <ColumnsButton />
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
