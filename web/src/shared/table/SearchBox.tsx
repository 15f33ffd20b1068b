import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Between the last key and the question to the server: people type faster than this. */
const PAUSE_MS = 300

/** What the server takes. */
const LONGEST = 100

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  icon?: ReactNode
  /** Takes the focus when somebody presses `/`. */
  shortcut?: boolean
}

/** Text that narrows what is below it, asked for when the typing pauses. */
export function SearchBox({ label, value, onChange, icon, shortcut = false }: Props) {
  const [text, setText] = useState(value)
  // What this box asked for last: any other value came from elsewhere, by the back button for example.
  const submitted = useRef(value)
  useEffect(() => {
    if (value === submitted.current) return
    submitted.current = value
    setText(value)
  }, [value])
  const submit = (next: string) => {
    submitted.current = next.trim()
    onChange(next.trim())
  }
  const submitSoon = useDebouncedCallback(submit, PAUSE_MS)
  const type = (next: string) => {
    setText(next)
    submitSoon(next)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={LONGEST}
      data-search={shortcut || undefined}
      leftSection={icon ?? <IconSearch size={16} stroke={1.75} aria-hidden />}
      rightSection={
        text !== '' && (
          <CloseButton size="sm" aria-label={`Clear ${label.toLowerCase()}`} onClick={() => type('')} />
        )
      }
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && submitSoon.flush()}
    />
  )
}
