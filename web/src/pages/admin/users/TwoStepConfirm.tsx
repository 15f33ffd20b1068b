import { useState } from 'react'
import { ConfirmDialog } from '@/components/Dialogs'

type Step = { title: string; consequence: string; confirm: string }
type Props = {
  opened: boolean
  steps: readonly [first: Step, last: Step]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation twice before permanent data loss; canceling either question cancels the action. */
export function TwoStepConfirm({ opened, steps: [first, last], busy, onConfirm, onClose }: Props) {
  const [sure, setSure] = useState(false)
  // However the dialog was closed, it opens again with the first question.
  if (!opened && sure) setSure(false)
  return (
    <ConfirmDialog
      {...(sure ? last : first)}
      opened={opened}
      busy={busy}
      onConfirm={sure ? onConfirm : () => setSure(true)}
      onClose={onClose}
    />
  )
}
