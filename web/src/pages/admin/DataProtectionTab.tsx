import { Stack } from '@mantine/core'
import { DeletionsPanel } from './deletions/DeletionsPanel'
import { ErasuresPanel } from './erasures/ErasuresPanel'

/** Shows what was deleted: for a while, and for good. */
export function DataProtectionTab() {
  return (
    <Stack gap="md">
      <DeletionsPanel />
      <ErasuresPanel />
    </Stack>
  )
}
