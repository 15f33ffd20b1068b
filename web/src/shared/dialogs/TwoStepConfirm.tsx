import { useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog'

type Step = { title: string; consequence: string; confirm: string }
type Props = {
  opened: boolean
  steps: readonly [first: Step, last: Step]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks twice before something is lost for good; cancelling either question ends it. */
export function TwoStepConfirm({ opened, steps: [first, last], busy, onConfirm, onClose }: Props) {
  const [sure, setSure] = useState(false)
  // However it was closed, the next time begins with the first question.
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
