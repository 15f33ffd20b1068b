import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconReload } from '@tabler/icons-react'
import { client, result } from '@/shared/api/client'
import { ConfirmDialog } from '@/shared/dialogs/ConfirmDialog'
import { useRetry } from './useRetry'

/** Tries again whatever failed last, in all groups. */
export function RetryAllFailed() {
  const [confirming, { open, close }] = useDisclosure(false)
  const retry = useRetry(() => result(client.POST('/api/scraping/retry', { body: {} })), close)
  return (
    <>
      <Button variant="default" leftSection={<IconReload size={16} stroke={1.75} />} onClick={open}>
        Retry all failed
      </Button>
      <ConfirmDialog
        opened={confirming}
        title="Try again whatever failed last?"
        consequence="Every account and single video whose last reading failed is read again now, in all groups. Do so when the cause is gone: after a refusal it is one more request that the platform refuses."
        confirm="Retry all failed"
        harmless
        busy={retry.isPending}
        onConfirm={() => retry.mutate()}
        onClose={close}
      />
    </>
  )
}
