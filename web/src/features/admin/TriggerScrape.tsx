import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useCallback } from 'react'
import { api } from '@/shared/api/client'
import { errorMessage } from '@/shared/api/error'
import { ERROR } from '@/shared/constants/messages'
import { PLATFORMS, type Platform } from '@/shared/lib/platform'
import { toast } from '@/shared/lib/toast'
import { RunsProgress } from '@/shared/runs/RunsProgress'
import { useFollowedRuns } from '@/shared/runs/useFollowedRuns'
import { useRuns } from '@/shared/runs/useRuns'
import { useReloadScraping } from './queries'
import classes from './TriggerScrape.module.css'

type Props = { platform: Platform; groupId: number }

/** Starts a scrape of a group's accounts on one platform, and shows how far it is. */
export function TriggerScrape({ platform, groupId }: Props) {
  const [runIds, setRunIds] = useFollowedRuns(`admin ${platform} of ${groupId}`)
  const reload = useReloadScraping()
  const { name } = PLATFORMS[platform]
  const trigger = api.useMutation('post', '/api/scraping/trigger/{platform}', {
    onSuccess: ({ message, run_ids }) => {
      toast.info(message)
      setRunIds(run_ids)
      void reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.scrape)),
  })
  const end = useCallback(() => {
    setRunIds([])
    toast.success(`${name}: the scrape is done`)
    void reload()
  }, [name, reload, setRunIds])
  const progress = useRuns(runIds, end)
  return (
    <>
      <Button
        variant="default"
        className={classes.button ?? ''}
        leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
        loading={trigger.isPending || progress !== undefined}
        onClick={() => trigger.mutate({ params: { path: { platform } }, body: { group_id: groupId } })}
      >
        Scrape {name}
      </Button>
      {progress && (
        <div className={classes.progress}>
          <RunsProgress progress={progress} />
        </div>
      )}
    </>
  )
}
