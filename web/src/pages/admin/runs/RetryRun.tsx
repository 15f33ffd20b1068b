import { Button } from '@mantine/core'
import { IconReload } from '@tabler/icons-react'
import { client, result } from '@/api/client'
import { formatExact } from '@/util/format'
import type { Run } from './queries'
import { useRetry } from './useRetry'

type Props = { run: Run; size?: 'xs' | 'sm' }

/** Retries only the failed units of a run; hidden while the run is in progress or if there is nothing to retry. */
export function RetryRun({ run: { id, status, retriable }, size = 'sm' }: Props) {
  const retry = useRetry(() =>
    result(client.POST('/api/scraping/runs/{id}/retry', { params: { path: { id } } })),
  )
  if (status !== 'completed' || retriable === 0) return null
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconReload size={16} stroke={1.75} />}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      Retry failed ({formatExact(retriable)})
    </Button>
  )
}
