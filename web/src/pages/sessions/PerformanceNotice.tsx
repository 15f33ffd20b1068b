import { Alert } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { PAGE_SIZE, SESSIONS } from '@/util/constants'

/** Explains why a large pool is paginated. */
export function PerformanceNotice({ total }: { total: number }) {
  if (total <= SESSIONS.performanceModeAbove) return null
  return (
    <Alert variant="default" icon={<IconBolt />} title="Performance Mode" mt="md" p="sm" role="note">
      Showing {PAGE_SIZE.sessions} sessions per page for optimal performance
    </Alert>
  )
}
