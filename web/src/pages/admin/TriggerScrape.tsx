import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { client, result } from '@/api/client'
import { RunsProgress } from '@/components/runs/RunsProgress'
import { useStartScrape } from '@/components/runs/useStartScrape'
import { ERROR } from '@/util/messages'
import { PLATFORMS, type Platform } from '@/util/platform'
import { toast } from '@/util/toast'
import { useReloadScraping } from './queries'
import classes from './TriggerScrape.module.css'

type Props = { platform: Platform; groupId: number }

/** One stable function per platform, as `useFollowRuns` requires. */
const ANNOUNCE_END: Record<Platform, () => void> = {
  instagram: () => toast.success(`${PLATFORMS.instagram.name}: the scrape is done`),
  tiktok: () => toast.success(`${PLATFORMS.tiktok.name}: the scrape is done`),
}

/** Starts a scrape of a group's accounts on one platform and shows its progress. */
export function TriggerScrape({ platform, groupId }: Props) {
  const reload = useReloadScraping()
  const { scrape, busy, progress } = useStartScrape({
    control: `admin ${platform} of ${groupId}`,
    call: async () => {
      const { message, run_ids, waiting } = await result(
        client.POST('/api/scraping/trigger/{platform}', {
          params: { path: { platform } },
          body: { group_id: groupId },
        }),
      )
      return { status: 'processing' as const, message, runIds: run_ids, waiting: waiting ?? [] }
    },
    announce: ({ message }) => toast.info(message),
    announceEnd: ANNOUNCE_END[platform],
    fallback: ERROR.scrape,
    refresh: reload,
  })
  return (
    <>
      <Button
        variant="default"
        className={classes.button ?? ''}
        leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
        loading={busy}
        onClick={scrape}
      >
        Scrape {PLATFORMS[platform].name}
      </Button>
      {progress && (
        <div className={classes.progress}>
          <RunsProgress progress={progress} />
        </div>
      )}
    </>
  )
}
