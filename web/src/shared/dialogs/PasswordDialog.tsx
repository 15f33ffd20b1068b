import { Button, Group, Modal, Text } from '@mantine/core'
import { CopyButton } from '@/shared/ui/CopyButton'
import classes from './PasswordDialog.module.css'

/** A password to hand over, and whose it is. */
export type NewPassword = { username: string; password: string }

type Props = { title: string; given: NewPassword | undefined; onClose: () => void }

/** Shows a new password, this once: the server keeps only what it needs to check it. */
export function PasswordDialog({ title, given, onClose }: Props) {
  return (
    // A click beside it must not lose what cannot be shown again.
    <Modal opened={given !== undefined} onClose={onClose} title={title} centered closeOnClickOutside={false}>
      {given && (
        <>
          <Text fz="sm" c="dimmed" mb="md">
            Hand it over to {given.username}. It cannot be shown again.
          </Text>
          <dl className={classes.entries}>
            <dt>Username</dt>
            <dd>{given.username}</dd>
            <dt>Password</dt>
            <dd>
              <code>{given.password}</code>
              <CopyButton value={given.password} label="Copy the password" />
            </dd>
          </dl>
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose} data-autofocus>
              Done
            </Button>
          </Group>
        </>
      )}
    </Modal>
  )
}
