import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '@/shared/dialogs/FormDialog'
import { PLATFORMS } from '@/shared/lib/platform'
import { readHandle, type Handle } from './handle'

type Props = {
  opened: boolean
  handle: Handle
  busy: boolean
  /** With the name as it was typed for the second time. */
  onConfirm: (confirm: string) => void
  onClose: () => void
}

/** Asks for the name once more: a slip of the pen would erase somebody else. */
export function ConfirmErasure({ opened, handle: { platform, username }, busy, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState('')
  // However it was closed, the next time begins with an empty field.
  if (!opened && typed !== '') setTyped('')
  const same = readHandle(typed) === username
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Erase @${username} for good?`}
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
        Everything of @{username} on {PLATFORMS[platform].name} is erased. Backups that were made before still
        have it. This cannot be undone.
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
