import { PlatformName } from '@/components/Panel'
import { sessionClassLabel } from '@/pages/admin/sessionClass'
import type { Column } from '@/table/column'
import { formatDuration, formatExact } from '@/util/format'
import { formatBytes } from '@/util/files'
import { TRIGGERS } from './labels'
import { OpenRun } from './OpenRun'
import type { Run } from './queries'
import { RetryRun } from './RetryRun'
import { RunAccounts } from './RunAccounts'
import { RunStatus } from './RunStatus'

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
