import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Delay after the last key press before the query is sent, longer than the pauses while typing. */
const PAUSE_MS = 300

/** Maximum length that the server accepts. */
const LONGEST = 100

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  icon?: ReactNode
  /** Gets the focus when the user presses `/`. */
  shortcut?: boolean
}

/** Search text, applied when typing pauses. */
export function SearchBox({ label, value, onChange, icon, shortcut = false }: Props) {
  const [text, setText] = useState(value)
  // The last query from this box: any other value came from elsewhere, for example from the back button.
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
