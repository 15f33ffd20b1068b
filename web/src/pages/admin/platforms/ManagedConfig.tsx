import { Alert } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import type { Schema } from '@/api/types'
import { managedReason } from '@/util/states'

/** Notice that a cluster resource manages the configuration, so that it cannot be changed here. */
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
