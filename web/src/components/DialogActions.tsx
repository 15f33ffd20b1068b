import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { onCancel: () => void; cancelFirst?: boolean; children: ReactNode }

/** The buttons at the end of a dialog: Cancel, then the actions. `cancelFirst` focuses Cancel. */
export function DialogActions({ onCancel, cancelFirst = false, children }: Props) {
  return (
    <Group justify="flex-end" gap="sm" mt="lg">
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
