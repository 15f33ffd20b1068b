import { UnstyledButton } from '@mantine/core'
import { managedReason, type Managed } from '@/util/states'
import { ManagedMark } from './ManagedMark'
import classes from './ManagedBadge.module.css'

/** Names the manager outside the dashboard and explains the effect, by mouse, touch or keyboard; hidden for unmanaged objects. */
export function ManagedBadge({ of: managed }: { of: Managed }) {
  const reason = managedReason(managed)
  if (reason === undefined) return null
  return (
    <UnstyledButton className={classes.badge} data-tip={reason} aria-label={reason}>
      <ManagedMark of={managed} />
    </UnstyledButton>
  )
}
