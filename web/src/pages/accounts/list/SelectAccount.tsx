import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useEffect, useRef } from 'react'
import { managedReason } from '@/util/states'
import type { Account } from '@/pages/accounts/model'

type Props = {
  account: Account
  selected: boolean
  onToggle: () => void
  className?: string
  focused?: boolean
}

/** Selects an account for deletion, unless it is managed elsewhere. */
export function SelectAccount({ account, selected, onToggle, className = '', focused = false }: Props) {
  const fixed = managedReason(account)
  const input = useRef<HTMLInputElement>(null)
  const takesFocus = useRef(focused)
  // It may replace the checkbox that was pressed, which has lost the focus.
  useEffect(() => {
    if (takesFocus.current && document.activeElement === document.body) input.current?.focus()
  }, [])
  return (
    <Checkbox
      className={className}
      checked={selected}
      disabled={fixed !== undefined}
      onChange={onToggle}
      ref={input}
      aria-label={`Select @${account.username}`}
      {...(fixed !== undefined && { 'aria-description': fixed })}
    />
  )
}
