import { useState } from 'react'
import { FormDialog } from '@/components/Dialogs'
import { SegmentedFilter } from '@/components/Selects'
import { AddedDialog } from './AddedDialog'
import type { Added, PlatformAccounts } from './model'
import { NewAccountsFields } from './NewAccountsFields'
import { useAddAccounts } from './useAddAccounts'
import { MODES, useNewAccounts, type Mode } from './useNewAccounts'

type Props = { source: PlatformAccounts; groupId: number | undefined; opened: boolean; onClose: () => void }

/** Accepts one username, a pasted list or files; shows a result per entry if there were several. */
export function AddAccountsDialog({ source, groupId, opened, onClose }: Props) {
  const accounts = useNewAccounts(source.platform)
  const [missing, setMissing] = useState(false)
  const [added, setAdded] = useState<Added>()
  const close = () => {
    accounts.clear()
    adding.reset()
    setMissing(false)
    setAdded(undefined)
    onClose()
  }
  const adding = useAddAccounts({ source, groupId, onOne: close, onMany: setAdded })
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
          platform={source.platform}
          accounts={accounts}
          error={missing && usernames.length === 0 ? 'Username is required' : adding.error}
        />
      </FormDialog>
      <AddedDialog
        opened={opened && added !== undefined}
        title="Add Accounts"
        added={added}
        onClose={close}
      />
    </>
  )
}
