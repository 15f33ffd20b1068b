import { Button, Modal, Stack, type ModalProps } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { DialogActions } from './DialogActions'

type Props = Pick<ModalProps, 'size'> & {
  opened: boolean
  title: string
  submit: string
  /** Text of the submit button while the request is pending; without it, a spinner. */
  busyText?: string
  busy: boolean
  /** For an empty list, which cannot be submitted. An empty field can: validation then marks the required fields. */
  disabled?: boolean
  /** The action cannot be undone. */
  danger?: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog. A click outside does not discard the input. */
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
