import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Schema } from '@/shared/api/types'
import { RelativeTime } from '@/shared/ui/RelativeTime'

/** Says that several sessions were refused at once, so that none of them ends, and what to look at. */
export function BreakerOpen({ breaker }: { breaker: Schema<'OpenSessionBreaker'> }) {
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--cm-warning)" />}
      title="Several sessions were refused within ten minutes"
      mb="md"
      role="status"
    >
      The platform or the network path is the suspect, so no session is given up since{' '}
      <RelativeTime iso={breaker.since} />. They are tried again by themselves, and this ends{' '}
      <RelativeTime iso={breaker.until} /> at the earliest. Check the network path from the scrapers to
      Instagram, such as a proxy, a captive portal or a maintenance page.
    </Alert>
  )
}
