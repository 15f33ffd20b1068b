import { Input, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/errors'
import { FormDialog } from '@/components/Dialogs'
import { FileDrop } from '@/components/FileDrop'
import { SegmentedFilter } from '@/components/Selects'
import { useRefreshAccounts } from '@/pages/accounts/AccountActions'
import { addAccount, addAccounts } from '@/pages/accounts/calls'
import type { Added } from '@/pages/accounts/model'
import { readUsername, readUsernames } from '@/pages/accounts/usernames'
import { ERROR, SUCCESS } from '@/util/messages'
import { PLATFORMS, type Platform } from '@/util/platform'
import { toast } from '@/util/toast'
import { AddedDialog } from './AddedDialog'

type Props = { platform: Platform; groupId: number | undefined; opened: boolean; onClose: () => void }

/** Accepts one username, a pasted list or files; shows a result per entry if there were several. */
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
  const adding = useAddAccounts({ platform, groupId, onOne: close, onMany: setAdded })
  const { mode, usernames } = accounts
  const change = (next: Mode) => {
    setMissing(false)
    adding.reset()
    accounts.setMode(next)
  }
  const submit = () => {
    setMissing(usernames.length === 0)
    if (usernames.length > 0) adding.add(usernames)
  }
  return (
    <>
      <FormDialog
        opened={opened && added === undefined}
        onClose={close}
        title="Add Accounts"
        submit={
          usernames.length > 1 ? `Add ${usernames.length.toLocaleString('en-US')} Accounts` : 'Add Account'
        }
        busy={adding.busy}
        disabled={mode !== 'manual' && usernames.length === 0}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SegmentedFilter label="How to add accounts" options={MODES} value={mode} onChange={change} />
        <NewAccountsFields
          platform={platform}
          accounts={accounts}
          error={missing && usernames.length === 0 ? 'Username is required' : adding.error}
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

type NewAccountsFieldsProps = { platform: Platform; accounts: NewAccounts; error: string | undefined }

/** Shows the input of the chosen mode: one name, a list of names, or files with lists. */
function NewAccountsFields({ platform, accounts, error }: NewAccountsFieldsProps) {
  const { mode, name, setName, list, setList, lists } = accounts
  const typing = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  if (mode === 'manual') {
    return (
      <TextInput
        label={`${PLATFORMS[platform].name} username`}
        description="Without @, or a link to the profile"
        required
        data-autofocus
        {...typing}
        value={name}
        error={error}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    )
  }
  if (mode === 'paste') {
    return (
      <Textarea
        label="Usernames"
        description="One username or profile link per line"
        rows={8}
        required
        data-autofocus
        {...typing}
        value={list}
        error={error}
        onChange={({ currentTarget }) => setList(currentTarget.value)}
      />
    )
  }
  return (
    <div>
      <FileDrop
        label="Text files with one username per line"
        files={lists.files}
        multiple
        onChange={(files) => void lists.choose(files)}
      />
      {error && (
        <Input.Error mt="xs" role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  )
}

type Settings = {
  platform: Platform
  groupId: number | undefined
  /** Called after a single account was added. */
  onOne: () => void
  /** Called after a list was sent; some entries may not have been added. */
  onMany: (added: Added) => void
}

/** Adds one name with the single call; adds several with the bulk call, which reports a result for each. */
function useAddAccounts({ platform, groupId, onOne, onMany }: Settings) {
  const refresh = useRefreshAccounts(platform)
  const one = useMutation({
    mutationFn: (username: string) => addAccount(platform, username, groupId),
    onSuccess: () => {
      toast.success(SUCCESS.accountAdded)
      onOne()
      refresh()
    },
  })
  const many = useMutation({
    mutationFn: (usernames: string[]) => addAccounts(platform, usernames, groupId),
    onSuccess: (added) => {
      onMany(added)
      refresh()
    },
  })
  return {
    add: (usernames: string[]) => {
      const [first] = usernames
      if (usernames.length === 1 && first !== undefined) one.mutate(first)
      else many.mutate(usernames)
    },
    busy: one.isPending || many.isPending,
    error:
      (one.isError && errorMessage(one.error, ERROR.addAccount)) ||
      (many.isError && errorMessage(many.error, ERROR.addAccounts)) ||
      undefined,
    reset: () => {
      one.reset()
      many.reset()
    },
  }
}

const MODES = [
  { value: 'manual', label: 'Manual' },
  { value: 'paste', label: 'Paste List' },
  { value: 'file', label: 'Upload File' },
] as const

type Mode = (typeof MODES)[number]['value']

/** Keeps the names to add, in any of the three input modes. */
function useNewAccounts(platform: Platform) {
  const [mode, setMode] = useState<Mode>('manual')
  const [name, setName] = useState('')
  const [list, setList] = useState('')
  const lists = useFileLists()
  const usernames = {
    manual: () => [readUsername(platform, name)].filter((typed) => typed !== ''),
    paste: () => readUsernames(platform, list),
    file: () => readUsernames(platform, lists.text),
  }[mode]()
  return {
    mode,
    setMode,
    name,
    setName,
    list,
    setList,
    lists,
    usernames,
    clear: () => {
      setName('')
      setList('')
      lists.clear()
    },
  }
}

type NewAccounts = ReturnType<typeof useNewAccounts>

/** Keeps the chosen text files and their contents, once read. */
function useFileLists() {
  const [files, setFiles] = useState<File[]>([])
  const [texts, setTexts] = useState<ReadonlyMap<File, string>>(new Map())
  const choose = async (next: File[]) => {
    setFiles(next)
    const read = await Promise.all(next.map(async (file) => [file, await file.text()] as const))
    setTexts((known) => new Map([...known, ...read]))
  }
  return {
    files,
    choose,
    text: files.map((file) => texts.get(file) ?? '').join('\n'),
    clear: () => setFiles([]),
  }
}
