import { Button, Modal, Stack, type ModalProps } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { DialogActions } from './DialogActions'

type Props = Pick<ModalProps, 'size'> & {
  opened: boolean
  title: string
  submit: string
  /** What the button says while the server works; without it, a spinner. */
  busyText?: string
  busy: boolean
  /** A list without an entry cannot be sent. An empty field can: the answer says which ones must be filled. */
  disabled?: boolean
  /** What it does cannot be undone. */
  danger?: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** Fields in a dialog. A click beside it does not throw away what was typed. */
export function FormDialog({
  opened,
  title,
  submit,
  busyText,
  busy,
  disabled,
  danger,
  children,
  ...rest
}: Props) {
  const { onSubmit, onClose, ...modal } = rest
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeOnClickOutside={false} {...modal}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">{children}</Stack>
        <DialogActions onCancel={onClose}>
          <Button
            type="submit"
            {...(danger && { color: 'red.9' })}
            loading={busy && busyText === undefined}
            disabled={disabled || (busy && busyText !== undefined)}
          >
            {busy && busyText !== undefined ? busyText : submit}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}
