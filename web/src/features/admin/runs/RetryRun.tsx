import { Button } from '@mantine/core'
import { IconReload } from '@tabler/icons-react'
import { client, result } from '@/shared/api/client'
import { formatExact } from '@/shared/lib/format'
import { useRetry } from './useRetry'

type Props = { id: string; failed: number; size?: 'xs' | 'sm' }

/** Tries again what failed in a run, and nothing else; nothing where nothing did. */
export function RetryRun({ id, failed, size = 'sm' }: Props) {
  const retry = useRetry(() =>
    result(client.POST('/api/scraping/runs/{id}/retry', { params: { path: { id } } })),
  )
  if (failed === 0) return null
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconReload size={16} stroke={1.75} />}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      Retry failed ({formatExact(failed)})
    </Button>
  )
}
