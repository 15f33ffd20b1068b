import { Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Schema } from '@/shared/api/types'
import { FormDialog } from '@/shared/dialogs/FormDialog'
import { formatConfig, parseConfig } from './config'
import { useSavePlatformConfig } from './queries'

type Props = { config: Schema<'PlatformConfigResponse'>; onClose: () => void }

/** What the server takes of a note. */
const LONGEST_NOTE = 200

/** What admins say of the facts, as the JSON that differs. Begins with what was said when it was opened. */
export function EditConfig({ config, onClose }: Props) {
  const [revision] = useState(config.revision)
  const [text, setText] = useState(() => formatConfig(config.own))
  const [note, setNote] = useState('')
  const [why, setWhy] = useState<string>()
  const { save, busy } = useSavePlatformConfig({ revision, onSaved: onClose, onRefused: setWhy })
  return (
    <FormDialog
      opened
      onClose={onClose}
      size="xl"
      title="Edit platform configuration"
      submit="Save"
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        const read = parseConfig(text)
        setWhy('error' in read ? read.error : undefined)
        if ('config' in read) save(read.config, note.trim())
      }}
    >
      <Text fz="sm">
        Name only what differs from the release and from what was found; lists are replaced as a whole. An
        empty object gives back what was shipped. Runs that begin from then on use it.
      </Text>
      <Textarea
        label="JSON that differs"
        data-autofocus
        rows={14}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
        value={text}
        error={why}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        label="Why"
        description="For those who look it up later"
        maxLength={LONGEST_NOTE}
        autoComplete="off"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  )
}
