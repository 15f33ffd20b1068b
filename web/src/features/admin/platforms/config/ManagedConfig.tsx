import { Alert } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import type { Schema } from '@/shared/api/types'
import { managedReason } from '@/shared/lib/managed'

/** Says that a resource of the cluster has the last word on the facts, so that nothing can be changed here. */
export function ManagedConfig({ by: manager }: { by: Schema<'ManagingResource'> }) {
  return (
    <Alert
      variant="default"
      icon={<IconGitBranch />}
      title={`Managed by PlatformConfig ${manager.resource}`}
      mb="md"
      role="note"
    >
      {managedReason(manager)}. They can be changed here again once it is deleted.
    </Alert>
  )
}
