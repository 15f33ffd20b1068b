import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Schema } from '@/api/types'
import { RelativeTime } from '@/components/Values'

/** Warns that several sessions were refused at once, so that none is marked dead, and names what to check. */
export function BreakerOpen({ breaker }: { breaker: Schema<'OpenSessionBreaker'> }) {
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--cm-warning)" />}
      title="Several sessions were refused within ten minutes"
      mb="md"
      role="status"
    >
      The platform or the network path is the likely cause, so no session has been marked dead since{' '}
      <RelativeTime iso={breaker.since} />. They are retried automatically, and this ends{' '}
      <RelativeTime iso={breaker.until} /> at the earliest. Check the network path from the scrapers to
      Instagram, such as a proxy, a captive portal or a maintenance page.
    </Alert>
  )
}
