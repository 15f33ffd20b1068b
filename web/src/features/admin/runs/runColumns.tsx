import { sessionClassLabel } from '@/features/admin/outcomes/sessionClass'
import { formatExact } from '@/shared/lib/format'
import { formatDuration } from '@/shared/lib/duration'
import { formatBytes } from '@/shared/lib/files'
import type { Column } from '@/shared/table/column'
import { PlatformName } from '@/shared/ui/PlatformName'
import { OpenRun } from './OpenRun'
import type { Run } from './queries'
import { RetryRun } from './RetryRun'
import { RunAccounts } from './RunAccounts'
import { RunStatus } from './RunStatus'
import { TRIGGERS } from './labels'

export const RUN_COLUMNS: Column<Run>[] = [
  { title: 'Opened', card: 'heading', cell: (run) => <OpenRun run={run} /> },
  {
    title: 'Platform',
    card: 'text',
    cell: ({ platform }) => <PlatformName platform={platform} />,
  },
  { title: 'Reason', card: 'foot', quiet: true, cell: ({ trigger }) => TRIGGERS[trigger] },
  { title: 'Status', card: 'aside', cell: (run) => <RunStatus run={run} /> },
  { title: 'Accounts', card: 'metric', cell: (run) => <RunAccounts run={run} /> },
  {
    title: 'New / updated',
    card: 'metric',
    numeric: true,
    cell: ({ items_new: fresh, items_updated: updated }) => `${formatExact(fresh)} / ${formatExact(updated)}`,
  },
  { title: 'Requests', card: 'metric', numeric: true, cell: ({ requests }) => formatExact(requests) },
  { title: 'Traffic', card: 'metric', numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
  {
    title: 'Duration',
    card: 'metric',
    numeric: true,
    cell: ({ seconds }) => (seconds == null ? '—' : formatDuration(seconds)),
  },
  {
    title: 'Client',
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
