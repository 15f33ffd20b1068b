import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Schema } from '@/api/types'
import { sessionsLow } from '@/util/states'

/** Warns that there are fewer usable sessions than the accounts require; hidden while there are enough. */
export function PoolLow({ summary }: { summary: Schema<'PoolSummary'> }) {
  const text = sessionsLow(summary)
  if (text === undefined) return null
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--cm-warning)" />}
      title={text}
      mb="md"
      role="status"
    >
      Instagram accounts are scraped later than scheduled. Add sessions, or resolve the challenges of blocked
      sessions in a browser and re-enable them.
    </Alert>
  )
}
