import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '@/components/Dialogs'
import { PLATFORMS } from '@/util/platform'
import { readHandle, type Handle } from './handle'

type Props = {
  opened: boolean
  handle: Handle
  busy: boolean
  /** Called with the handle as entered the second time. */
  onConfirm: (confirm: string) => void
  onClose: () => void
}

/** Asks for the handle a second time: a typo would erase another person's data. */
export function ConfirmErasure({ opened, handle: { platform, username }, busy, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('')
  // However the dialog was closed, it opens again with an empty field.
  if (!opened && typed !== '') setTyped('')
  const same = readHandle(typed) === username
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Erase @${username} permanently?`}
      submit="Erase permanently"
      danger
      busy={busy}
      disabled={!same}
      onSubmit={(event) => {
        event.preventDefault()
        if (same) onConfirm(username)
      }}
    >
      <Text fz="sm">
        All data of @{username} on {PLATFORMS[platform].name} is erased. Earlier backups still contain it.
        This cannot be undone.
      </Text>
      <TextInput
        label="Type the username to confirm"
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  )
}
