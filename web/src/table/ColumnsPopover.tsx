import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useEffect, useRef, useState } from 'react'
import { ColumnsButton, type ColumnsProps } from './ColumnChooser'

/** The button with its list of columns, which opens when it has been mounted. */
export function ColumnsPopover({ columns, hidden, onChange }: ColumnsProps) {
  const toggle = (title: string) =>
    onChange(hidden.includes(title) ? hidden.filter((other) => other !== title) : [...hidden, title])
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      // It replaces the button that was pressed. Escape returns the focus to what has it when the list opens.
      button.current?.focus({ preventScroll: true })
      setOpened(true)
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <Popover position="bottom-end" trapFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <ColumnsButton ref={button} onClick={() => setOpened(!opened)} />
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
