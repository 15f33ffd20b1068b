import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconReload } from '@tabler/icons-react'
import { client, result } from '@/api/client'
import { ConfirmDialog } from '@/components/Dialogs'
import { useRetry } from './useRetry'

/** Retries all failed scrapes in all groups. */
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
        title="Retry all failed scrapes?"
        consequence="Every account and single video whose last scrape failed is scraped again now, in all groups. Resolve the cause first: otherwise the platform refuses these requests too."
        confirm="Retry all failed"
        harmless
        busy={retry.isPending}
        onConfirm={() => retry.mutate()}
        onClose={close}
      />
    </>
  )
}
