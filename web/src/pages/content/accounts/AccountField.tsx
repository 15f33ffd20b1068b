import { TextInput } from '@mantine/core'
import { IconAt } from '@tabler/icons-react'
import { useState, type RefObject } from 'react'
import type { TableCode } from '@/pages/content/tables'
import { loadOnDemand } from '@/util/onDemand'

export const LABEL = 'Accounts'
export const AT = <IconAt size={16} stroke={1.75} aria-hidden />

export type AccountFieldProps = {
  table: TableCode
  /** The account filter of the URL. */
  value: string
  onEdit: (edit: (filter: string) => string) => void
  inputRef: RefObject<HTMLInputElement | null>
}

const combobox = loadOnDemand(() => import('./AccountCombobox').then((file) => file.AccountCombobox))

type Props = AccountFieldProps & {
  /** Whether the table has been read. */
  ready: boolean
}

/** Adds accounts to the filter. The list of suggestions, a sixth of the first load, is loaded after the table, or when the field is used. */
export function AccountField({ ready, inputRef, ...props }: Props) {
  const [text, setText] = useState('')
  const [focused, setFocused] = useState(false)
  if (combobox.useLoaded(ready || focused))
    return <combobox.Loaded {...props} inputRef={inputRef} begun={focused ? text : undefined} />
  return (
    <TextInput
      ref={inputRef}
      aria-label={LABEL}
      placeholder={LABEL}
      leftSection={AT}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false)
        setText('')
      }}
    />
  )
}
