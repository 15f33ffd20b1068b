import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '@/components/Dialogs'
import { managedReason } from '@/util/states'
import { MembersRule } from './MembersRule'
import type { GroupDetails } from './model'
import { useSaveGroup } from './useSaveGroup'

type Props = { group: GroupDetails; opened: boolean; onClose: () => void }

/** Edits what remains editable in a group that is managed elsewhere: who may add accounts is configured only here. */
export function ManagedGroupDialog({ group, opened, onClose }: Props) {
  const [chosen, setChosen] = useState<boolean>()
  const members = chosen ?? group.members_manage_accounts
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  const { save, busy } = useSaveGroup(group.id, close)
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={`Edit ${group.name}`}
      submit="Save"
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        save({ members_manage_accounts: members })
      }}
    >
      <Text fz="sm" c="dimmed" id="managed-group">
        {managedReason(group)}. Only who may manage its accounts can be changed here.
      </Text>
      <MembersRule
        data-autofocus
        aria-describedby="managed-group"
        checked={members}
        onChange={({ currentTarget }) => setChosen(currentTarget.checked)}
      />
    </FormDialog>
  )
}
