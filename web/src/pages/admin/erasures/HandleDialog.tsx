import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '@/components/Dialogs'
import { SegmentedFilter } from '@/components/Selects'
import { PLATFORMS, type Platform } from '@/util/platform'
import { readHandle, type Handle } from './handle'

const OPTIONS = (Object.keys(PLATFORMS) as Platform[]).map((value) => ({
  value,
  label: PLATFORMS[value].name,
}))

type Props = {
  opened: boolean
  handle: Handle
  onChange: (handle: Handle) => void
  onContinue: () => void
  onClose: () => void
}

/** Asks for the handle to erase and explains what is deleted. */
export function HandleDialog({ opened, handle, onChange, onContinue, onClose }: Props) {
  const [missing, setMissing] = useState(false)
  const { platform, username } = handle
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Erase a Handle"
      submit="Continue"
      busy={false}
      onSubmit={(event) => {
        event.preventDefault()
        const name = readHandle(username)
        setMissing(name === '')
        if (name === '') return
        onChange({ platform, username: name })
        onContinue()
      }}
    >
      <Text fz="sm">
        All data collected about a public account is deleted in every client group: the account under this and
        its former names, its posts or videos with their whole history, and its name in the captions of others
        and in the audit log. It cannot be added again until that is allowed here.
      </Text>
      <SegmentedFilter
        label="Platform"
        options={OPTIONS}
        value={platform}
        onChange={(next) => onChange({ ...handle, platform: next })}
      />
      <TextInput
        label="Username"
        required
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        value={username}
        error={missing && readHandle(username) === '' && 'Username is required'}
        onChange={({ currentTarget }) => onChange({ ...handle, username: currentTarget.value })}
      />
    </FormDialog>
  )
}
