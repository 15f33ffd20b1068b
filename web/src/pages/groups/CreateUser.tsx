import { useState } from 'react'
import { PasswordDialog, type NewCredentials } from '@/components/PasswordDialog'
import { useCopy } from '@/components/CopyButton'
import { CreateUserDialog } from './CreateUserDialog'
import type { GroupDetails } from './model'

type Props = { group: GroupDetails; opened: boolean; onClose: () => void }

/** Creates a user, then shows the generated password, which is already copied to the clipboard. */
export function CreateUser({ group, opened, onClose }: Props) {
  const [credentials, setCredentials] = useState<NewCredentials>()
  const { copy } = useCopy()
  return (
    <>
      <CreateUserDialog
        group={group}
        opened={opened}
        onClose={onClose}
        onCreated={(created) => {
          setCredentials(created)
          void copy(created.password)
        }}
      />
      <PasswordDialog
        title="User created"
        credentials={credentials}
        onClose={() => setCredentials(undefined)}
      />
    </>
  )
}
