import { UnstyledButton } from '@mantine/core'
import { managedReason, type Managed } from '@/shared/lib/managed'
import classes from './ManagedBadge.module.css'
import { ManagedMark } from './ManagedMark'

/** Who manages something outside the dashboard, and what that means, by mouse, touch or keyboard; nothing when nobody does. */
export function ManagedBadge({ of: managed }: { of: Managed }) {
  const reason = managedReason(managed)
  if (reason === undefined) return null
  return (
    <UnstyledButton className={classes.badge} data-tip={reason} aria-label={reason}>
      <ManagedMark of={managed} />
    </UnstyledButton>
  )
}
