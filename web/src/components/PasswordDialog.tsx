import { Button, Group, Modal, Text } from '@mantine/core'
import { CopyButton } from './CopyButton'
import classes from './PasswordDialog.module.css'

/** A generated password and its user. */
export type NewCredentials = { username: string; password: string }

type Props = { title: string; credentials: NewCredentials | undefined; onClose: () => void }

/** Shows a new password once: the server stores only its hash. */
export function PasswordDialog({ title, credentials, onClose }: Props) {
  return (
    // A click outside must not lose a password that cannot be shown again.
    <Modal
      opened={credentials !== undefined}
      onClose={onClose}
      title={title}
      centered
      closeOnClickOutside={false}
    >
      {credentials && (
        <>
          <Text fz="sm" c="dimmed" mb="md">
            Hand it over to {credentials.username}. It cannot be shown again.
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
