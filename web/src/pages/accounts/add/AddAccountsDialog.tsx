import { Input, Textarea, TextInput } from '@mantine/core'
import { useState, type ClipboardEvent } from 'react'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { FileDrop } from '@/components/forms/FileDrop'
import { SegmentedFilter } from '@/components/forms/SegmentedFilter'
import type { Added } from '@/pages/accounts/model'
import { joinLines } from '@/pages/accounts/usernames'
import { formatCounted, formatExact } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import { submitOnCtrlEnter } from '@/util/submitOnCtrlEnter'
import { AddedDialog } from './AddedDialog'
import type { Entries } from './entries'
import { useAddAccounts } from './useAddAccounts'
import { MODES, useNewAccounts, type Mode, type NewAccounts } from './useNewAccounts'

type Props = { platform: Platform; groupId: number | undefined; opened: boolean; onClose: () => void }

/** Accepts usernames and links, a pasted list or files; shows a result per entry if one was not added. */
export function AddAccountsDialog({ platform, groupId, opened, onClose }: Props) {
  const accounts = useNewAccounts(platform)
  const [missing, setMissing] = useState(false)
  const [added, setAdded] = useState<Added>()
  const close = () => {
    accounts.clear()
    adding.reset()
    setMissing(false)
    setAdded(undefined)
    onClose()
  }
  const adding = useAddAccounts({ platform, groupId, onAll: close, onSome: setAdded })
  const { mode, entries } = accounts
  const none = entries.usernames.length + entries.urls.length === 0
  const change = (next: Mode) => {
    setMissing(false)
    adding.reset()
    accounts.setMode(next)
  }
  const submit = () => {
    setMissing(none)
    if (!none) adding.add(entries)
  }
  return (
    <>
      <FormDialog
        opened={opened && added === undefined}
        onClose={close}
        title="Add Accounts"
        submit={submitText(entries)}
        busy={adding.busy}
        disabled={mode !== 'manual' && none}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SegmentedFilter label="How to add accounts" options={MODES} value={mode} onChange={change} />
        <NewAccountsFields
          platform={platform}
          accounts={accounts}
          error={missing && none ? 'Username is required' : adding.error}
        />
      </FormDialog>
      <AddedDialog
        opened={opened && added !== undefined}
        title="Add Accounts"
        added={added}
        onEdit={(rejected) => {
          setAdded(undefined)
          accounts.setMode('paste')
          accounts.setList(rejected.join('\n'))
        }}
        onClose={close}
      />
    </>
  )
}

/** Names what is added: `Add Account`, `Add 3 Accounts`, `Add 2 Accounts and 1 Video`. */
function submitText({ usernames, urls }: Entries): string {
  if (urls.length === 0)
    return usernames.length > 1 ? `Add ${formatExact(usernames.length)} Accounts` : 'Add Account'
  const videos = formatCounted(urls.length, 'Video')
  return usernames.length === 0
    ? `Add ${videos}`
    : `Add ${formatCounted(usernames.length, 'Account')} and ${videos}`
}

type NewAccountsFieldsProps = { platform: Platform; accounts: NewAccounts; error: string | undefined }

/** Shows the input of the chosen mode: one name, a list of names, or files with lists. */
function NewAccountsFields({ platform, accounts, error }: NewAccountsFieldsProps) {
  const { mode, name, setName, list, setList, lists } = accounts
  const { name: platformName, singles } = PLATFORMS[platform]
  const videos = singles ? ' A link to a video tracks that video alone.' : ''
  const typing = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  if (mode === 'manual') {
    return (
      <TextInput
        label={`${platformName} username`}
        description={`Without @, or a link to the profile. Separate several by commas, or paste lines.${videos}`}
        required
        data-autofocus
        {...typing}
        value={name}
        error={error}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onPaste={(event) => pasteLines(event, setName)}
      />
    )
  }
  if (mode === 'paste') {
    return (
      <Textarea
        label="Usernames"
        description={`One username or profile link per line.${videos} Ctrl+Enter adds them.`}
        rows={8}
        required
        data-autofocus
        {...typing}
        value={list}
        error={error}
        onChange={({ currentTarget }) => setList(currentTarget.value)}
        onKeyDown={submitOnCtrlEnter}
      />
    )
  }
  const shown = error ?? lists.error
  return (
    <div>
      <FileDrop
        label="Text files with one username per line"
        files={lists.files}
        multiple
        onChange={(files) => void lists.choose(files)}
      />
      {shown && (
        <Input.Error mt="xs" role="alert">
          {shown}
        </Input.Error>
      )}
    </div>
  )
}

/** Pastes lines as names separated by commas: the browser would join them without a separator. */
function pasteLines(event: ClipboardEvent<HTMLInputElement>, setName: (name: string) => void): void {
  const text = event.clipboardData.getData('text')
  if (!/[\r\n]/.test(text.trim())) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const [before, after] = [value.slice(0, selectionStart ?? 0), value.slice(selectionEnd ?? value.length)]
  setName(before + joinLines(text) + after)
}
