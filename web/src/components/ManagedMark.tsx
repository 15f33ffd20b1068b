import { VisuallyHidden } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { managedReason, type Managed } from '@/util/states'
import classes from './ManagedMark.module.css'

/** Names the manager outside the dashboard, for use inside another control; hidden for unmanaged objects. */
export function ManagedMark({ of: managed }: { of: Managed }) {
  const reason = managedReason(managed)
  if (reason === undefined) return null
  return (
    <span className={classes.mark} data-tip={reason}>
      <IconGitBranch size={12} stroke={1.75} aria-hidden className={classes.icon} />
      <VisuallyHidden>Managed by </VisuallyHidden>
      <span className={classes.manager}>{managed.managed_by}</span>
    </span>
  )
}
