import { Button, Group, Stack, Text, type ModalProps } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { Modal } from './Overlays'
import classes from './Dialogs.module.css'

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

/** Shows a form in a dialog. A click outside does not discard the input. */
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

type ConfirmDialogProps = {
  opened: boolean
  title: string
  consequence: string
  confirm: string
  busy: boolean
  /** A confirmation without data loss has the default color. */
  harmless?: boolean
  onConfirm: () => void
  onClose: () => void
  /** Details below the consequence. */
  children?: ReactNode
}

/** Confirms a destructive action: the question, its consequence, and Cancel in focus. */
export function ConfirmDialog({
  opened,
  title,
  consequence,
  confirm,
  busy,
  harmless,
  children,
  ...on
}: ConfirmDialogProps) {
  return (
    <Modal opened={opened} onClose={on.onClose} title={title} centered>
      <Text c="dimmed" fz="sm">
        {consequence}
      </Text>
      {children}
      {/* A new question starts with Cancel in focus again, so that pressing Enter twice confirms nothing. */}
      <DialogActions key={title} onCancel={on.onClose} cancelFirst>
        <Button {...(harmless ? {} : { color: 'red.9' })} onClick={on.onConfirm} loading={busy}>
          {confirm}
        </Button>
      </DialogActions>
    </Modal>
  )
}

type AlertDialogProps = { message: string | undefined; onClose: () => void }

/** Shows a message that must be acknowledged. Open while there is a message; may be stacked on another dialog. */
export function AlertDialog({ message, onClose }: AlertDialogProps) {
  return (
    <Modal
      opened={message !== undefined}
      onClose={onClose}
      title={message}
      centered
      size="sm"
      withCloseButton={false}
    >
      <Group justify="flex-end">
        <Button
          data-autofocus
          onClick={onClose}
          // Escape closes this dialog only, not the one below.
          data-mantine-stop-propagation="true"
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        >
          OK
        </Button>
      </Group>
    </Modal>
  )
}

type DialogActionsProps = { onCancel: () => void; cancelFirst?: boolean; children: ReactNode }

/** Shows the buttons at the end of a dialog: Cancel, then the actions. `cancelFirst` focuses Cancel. */
export function DialogActions({ onCancel, cancelFirst = false, children }: DialogActionsProps) {
  return (
    <Group justify="flex-end" gap="sm" mt="xs" className={classes.actions ?? ''}>
      <Button
        variant="default"
        onClick={onCancel}
        // The attribute is for the dialog's focus trap; the property is for a question that replaces another.
        data-autofocus={cancelFirst || undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={cancelFirst}
      >
        Cancel
      </Button>
      {children}
    </Group>
  )
}
