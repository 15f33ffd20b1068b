import { Button, Loader, type ButtonProps } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { Progress } from './progress'

/** A scrape that a control starts; `progress` is known once the server has started it. */
export type Scraping = { scrape: () => void; busy: boolean; progress: Progress | undefined }

type Props = Pick<ButtonProps, 'variant'> & { scraping: Scraping }

/** Starts a scrape of all accounts. Keeps its text while the scrape is in progress. */
export function ScrapeAllButton({ scraping: { scrape, busy, progress }, ...style }: Props) {
  return (
    <Button
      {...style}
      leftSection={progress ? <Loader size={16} /> : <IconPlayerPlay size={16} stroke={1.75} />}
      loading={busy && progress === undefined}
      disabled={busy}
      onClick={scrape}
    >
      Scrape All
    </Button>
  )
}
