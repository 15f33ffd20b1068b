import { Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Schema } from '@/api/types'
import { FormDialog } from '@/components/Dialogs'
import { formatConfig, parseConfig } from './config'
import { useSavePlatformConfig } from './configQueries'

type Props = { config: Schema<'PlatformConfigResponse'>; onClose: () => void }

/** Maximum length that the server accepts for a note. */
const LONGEST_NOTE = 200

/** Edits the admins' overrides as a JSON merge patch, starting with those in effect when the dialog opened. */
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
        Enter only the values that differ from the built-in and discovered configuration; lists are replaced
        as a whole. An empty object removes all overrides. New runs use the change.
      </Text>
      <Textarea
        label="Overrides (JSON)"
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
        label="Reason"
        description="Shown in the configuration history"
        maxLength={LONGEST_NOTE}
        autoComplete="off"
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </FormDialog>
  )
}
