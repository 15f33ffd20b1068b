import { Anchor, Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconLoader2, IconReload } from '@tabler/icons-react'
import { client, result } from '@/api/client'
import { StateBadge } from '@/components/values/Badges'
import { PlatformName } from '@/components/layout/Panel'
import { Unknown } from '@/components/values/Values'
import { sessionClassLabel } from '@/pages/admin/outcomes'
import type { Column } from '@/table/column'
import { formatBytes } from '@/util/files'
import { formatDate, formatDuration, formatExact, formatFullDate } from '@/util/format'
import { endOf, hasRequests, statusLabel, TRIGGERS } from './labels'
import { useRetry, type Run } from './queries'
import { useRunsView } from './view'
import classes from './runColumns.module.css'

export const RUN_COLUMNS: Column<Run>[] = [
  { title: 'Started', card: 'heading', cell: (run) => <OpenRun run={run} /> },
  {
    title: 'Platform',
    card: 'text',
    cell: ({ platform }) => <PlatformName platform={platform} />,
  },
  { title: 'Trigger', card: 'foot', quiet: true, cell: ({ trigger }) => TRIGGERS[trigger] },
  { title: 'Status', card: 'aside', cell: (run) => <RunStatus run={run} /> },
  { title: 'Accounts', card: 'metric', cell: (run) => <RunAccounts run={run} /> },
  {
    title: 'New / updated',
    card: 'metric',
    numeric: true,
    cell: ({ items_new: fresh, items_updated: updated }) => `${formatExact(fresh)} / ${formatExact(updated)}`,
  },
  { title: 'Requests', card: 'metric', numeric: true, cell: (run) => <RunRequests run={run} /> },
  { title: 'Traffic', card: 'metric', numeric: true, cell: (run) => <RunTraffic run={run} /> },
  {
    title: 'Duration',
    card: 'metric',
    numeric: true,
    cell: ({ seconds }) => (seconds == null ? '—' : formatDuration(seconds)),
  },
  {
    title: 'Access',
    card: 'foot',
    quiet: true,
    cell: ({ session_class: sessionClass }) => sessionClassLabel(sessionClass),
  },
  {
    title: 'Actions',
    card: 'foot',
    actions: true,
    cell: (run) => <RetryRun run={run} size="xs" />,
  },
]

/** Opens a run's details by its start time. */
function OpenRun({ run: { id, opened_at: at } }: { run: Run }) {
  const { openRun } = useRunsView()
  return (
    <Anchor component="button" type="button" fz="inherit" fw={600} onClick={() => openRun(id)}>
      <time dateTime={at} title={formatFullDate(at)}>
        {formatDate(at)}
      </time>
    </Anchor>
  )
}

const SIGNS = {
  queued: { icon: IconClock, color: undefined },
  running: { icon: IconLoader2, color: 'var(--mantine-color-anchor)' },
  completed: { icon: IconCircleCheck, color: 'var(--cm-good)' },
  errors: { icon: IconAlertTriangle, color: 'var(--cm-warning)' },
  failed: { icon: IconAlertTriangle, color: 'var(--mantine-color-error)' },
  closed: { icon: IconAlertTriangle, color: 'var(--cm-warning)' },
} as const

export function RunStatus({ run }: { run: Parameters<typeof endOf>[0] }) {
  return <StateBadge {...SIGNS[endOf(run) ?? run.status]}>{statusLabel(run)}</StateBadge>
}

/** Shows how many accounts of a run are done while it is open, and how many failed. */
export function RunAccounts({ run: { accounts, done, failed, status } }: { run: Run }) {
  return (
    <div className={classes.accounts}>
      {status === 'completed' ? formatExact(accounts) : `${formatExact(done)} of ${formatExact(accounts)}`}
      {failed > 0 && <span className={classes.failed}> · {formatExact(failed)} failed</span>}
      {status === 'running' && (
        <Progress
          value={accounts === 0 ? 0 : (100 * done) / accounts}
          size="xs"
          mt={4}
          aria-label="Accounts done"
        />
      )}
    </div>
  )
}

const NOT_RECORDED = 'No requests were recorded'

export function RunRequests({ run }: { run: Run }) {
  return hasRequests(run) ? formatExact(run.requests) : <Unknown reason={NOT_RECORDED} />
}

export function RunTraffic({ run }: { run: Run }) {
  return hasRequests(run) ? formatBytes(run.bytes) : <Unknown reason={NOT_RECORDED} />
}

type RetryRunProps = { run: Run; size?: 'xs' | 'sm' }

/** Retries only the failed units of a run; hidden while the run is in progress or if there is nothing to retry. */
export function RetryRun({ run: { id, status, retriable }, size = 'sm' }: RetryRunProps) {
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
