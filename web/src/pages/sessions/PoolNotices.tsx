import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { RelativeTime } from '@/components/values/Values'
import { SESSION_PLATFORMS } from '@/util/platform'
import { sessionsLow } from '@/util/states'
import type { SessionPool } from './queries'

/** Warns about the pool as a whole. */
export function PoolNotices({ pool: { breaker, summary } }: { pool: SessionPool }) {
  const low = sessionsLow(summary)
  return (
    <>
      {breaker && <BreakerOpen breaker={breaker} />}
      {low !== undefined && (
        <Alert
          variant="default"
          icon={<IconAlertTriangle color="var(--cm-warning)" />}
          title={low}
          mb="md"
          role="status"
        >
          {SESSION_PLATFORMS} accounts are updated later than planned. Add sessions, or resolve the challenges
          of blocked sessions in a browser and re-enable them.
        </Alert>
      )}
    </>
  )
}

type BreakerOpenProps = { breaker: NonNullable<SessionPool['breaker']> }

/** Warns that several sessions were refused at once, so that none is marked dead, and names what to check. */
function BreakerOpen({ breaker }: BreakerOpenProps) {
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
      <RelativeTime iso={breaker.until} /> at the earliest. Check the network path from the scrapers to{' '}
      {SESSION_PLATFORMS}, such as a proxy, a captive portal or a maintenance page.
    </Alert>
  )
}
