import { Button, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { CopyButton, useCopy } from '@/components/buttons/CopyButton'
import { DoneDialog } from './DoneDialog'
import classes from './PasswordDialog.module.css'

/** A generated password and its user. */
export type NewCredentials = { username: string; password: string }

type Props = { title: string; credentials: NewCredentials | undefined; onClose: () => void }

/** Shows a new password once: the server stores only its hash. */
export function PasswordDialog({ title, credentials, onClose }: Props) {
  return (
    <DoneDialog
      opened={credentials !== undefined}
      onClose={onClose}
      title={title}
      actions={credentials && <CopyDetails credentials={credentials} />}
    >
      {credentials && (
        <>
          <Text fz="sm" c="dimmed" mb="md">
            Share this with {credentials.username} now. You won’t see it again.
          </Text>
          <dl className={classes.entries}>
            <dt>Username</dt>
            <dd>{credentials.username}</dd>
            <dt>Password</dt>
            <dd>
              <code>{credentials.password}</code>
              <CopyButton value={credentials.password} label="Copy the password" />
            </dd>
          </dl>
          <Text fz="sm" c="dimmed" mt="md">
            {credentials.username} must choose a new password when signing in.
          </Text>
        </>
      )}
    </DoneDialog>
  )
}

/** Copies everything that the user needs: the address, the username and the password. */
function CopyDetails({ credentials: { username, password } }: { credentials: NewCredentials }) {
  const { copied, copy } = useCopy()
  const Icon = copied ? IconCheck : IconCopy
  const details = [`Address: ${location.origin}`, `Username: ${username}`, `Password: ${password}`].join('\n')
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} stroke={1.75} />}
      onClick={() => void copy(details)}
    >
      Copy sign-in details
    </Button>
  )
}
