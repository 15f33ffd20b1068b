import { Input, Textarea, TextInput } from '@mantine/core'
import { FileDrop } from '@/components/FileDrop'
import { PLATFORMS, type Platform } from '@/util/platform'
import type { NewAccounts } from './useNewAccounts'

type Props = { platform: Platform; accounts: NewAccounts; error: string | undefined }

/** Input of the chosen mode: one name, a list of names, or files with lists. */
export function NewAccountsFields({ platform, accounts, error }: Props) {
  const { mode, name, setName, list, setList, lists } = accounts
  const typing = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  if (mode === 'manual') {
    return (
      <TextInput
        label={`${PLATFORMS[platform].name} username`}
        description="Without @"
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
        description="One username per line"
        rows={8}
        required
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
