import { Button, Skeleton, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconLoader2,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react'
import { client, result } from '@/api/client'
import type { Schema } from '@/api/types'
import { Panel, PanelHeader, PlatformMark } from '@/components/layout/Panel'
import { QueryView } from '@/components/layout/QueryView'
import { RunsProgress } from '@/components/runs/RunsProgress'
import type { Progress } from '@/components/runs/progress'
import { announceDone, useStartScrape } from '@/components/runs/useStartScrape'
import { RECENT_HOURS } from '@/util/constants'
import { formatExact } from '@/util/format'
import { ERROR } from '@/util/messages'
import { PLATFORM_CODES, byPlatform, PLATFORMS, type Platform } from '@/util/platform'
import { toast } from '@/util/toast'
import { Link } from '@/util/url/Link'
import { idParameter, withParameters } from '@/util/url/urlParams'
import { useReloadScraping, useScrapingStatus } from './queries'
import classes from './ScrapingPanel.module.css'

const SKELETON_HEIGHT = 96

/** Shows the scrape status per platform; for a single group, scrapes can be started here. */
export function ScrapingPanel({ groupId }: { groupId: number | undefined }) {
  const status = useScrapingStatus(groupId)
  return (
    <Panel aria-label="Scraping status">
      <PanelHeader
        title="Scraping status"
        actions={
          groupId === undefined && (
            <Text fz="sm" c="dimmed">
              Select a group to start a scrape
            </Text>
          )
        }
      />
      <QueryView query={status} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
        {(data) => (
          <ul className={classes.rows}>
            {PLATFORM_CODES.map((platform) => (
              <ScrapingRow key={platform} platform={platform} status={data} groupId={groupId} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  )
}

type ScrapingRowProps = { platform: Platform; status: Schema<'ScrapingStatus'>; groupId: number | undefined }
type Kind = 'pending' | 'running' | 'recent' | 'failing'

const KINDS: [kind: Kind, label: string, icon: Icon][] = [
  ['pending', 'Pending', IconClock],
  ['running', 'Running', IconLoader2],
  ['recent', `Recent (${RECENT_HOURS}h)`, IconCircleCheck],
  ['failing', 'Failing', IconAlertTriangle],
]

/** Shows the accounts of one platform by scrape status. */
function ScrapingRow({ platform, status, groupId }: ScrapingRowProps) {
  const { name } = PLATFORMS[platform]
  return (
    <li className={classes.row} aria-label={name}>
      <span className={classes.name}>
        <PlatformMark platform={platform} />
        {name}
      </span>
      <dl className={classes.counts}>
        {KINDS.map(([kind, label, Icon]) => (
          <div key={kind} data-warn={(kind === 'failing' && status[kind][platform] > 0) || undefined}>
            <dt>
              <Icon size={14} stroke={1.75} aria-hidden /> {label}
            </dt>
            <dd>
              {kind === 'failing' && status[kind][platform] > 0 ? (
                <Link to={failingPath(platform, groupId)} className={classes.failing ?? ''}>
                  {formatExact(status[kind][platform])}
                </Link>
              ) : (
                formatExact(status[kind][platform])
              )}
            </dd>
          </div>
        ))}
      </dl>
      {groupId !== undefined && (
        // Keyed by group, so that another group's scrape is not shown.
        <TriggerScrape key={groupId} platform={platform} groupId={groupId} />
      )}
    </li>
  )
}

function failingPath(platform: Platform, groupId: number | undefined) {
  const search = withParameters(new URLSearchParams(), { group: idParameter(groupId), platform })
  return { pathname: '/attention', search: search.toString() }
}

type TriggerScrapeProps = { platform: Platform; groupId: number }

/** One stable function per platform, as `useFollowRuns` requires. */
const ANNOUNCE_END = byPlatform(
  (platform) => (progress: Progress) => announceDone(progress, PLATFORMS[platform].name),
)

/** Starts a scrape of a group's accounts on one platform and shows its progress. */
function TriggerScrape({ platform, groupId }: TriggerScrapeProps) {
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
