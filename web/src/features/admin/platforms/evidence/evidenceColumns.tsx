import { formatBytes } from '@/shared/lib/files'
import { outcomeName } from '@/shared/lib/outcomeName'
import type { Column } from '@/shared/table/column'
import { DateTime } from '@/shared/ui/DateTime'
import { PlatformName } from '@/shared/ui/PlatformName'
import { DownloadEvidence } from './DownloadEvidence'
import type { UnreadAnswer } from './queries'

export const EVIDENCE_COLUMNS: Column<UnreadAnswer>[] = [
  { title: 'Came', card: 'heading', cell: ({ at }) => <DateTime iso={at} /> },
  { title: 'Platform', card: 'text', cell: ({ platform }) => <PlatformName platform={platform} /> },
  { title: 'Asked for', card: 'foot', cell: ({ kind }) => <code>{kind}</code> },
  { title: 'Endpoint', card: 'foot', cell: ({ endpoint }) => <code>{endpoint}</code> },
  { title: 'Outcome', card: 'metric', cell: ({ status }) => outcomeName(status) },
  { title: 'HTTP', card: 'metric', numeric: true, cell: ({ http_status: status }) => status },
  {
    title: 'Size',
    card: 'metric',
    numeric: true,
    cell: ({ size, is_cut: cut }) => `${formatBytes(size)}${cut ? ', cut' : ''}`,
  },
  {
    title: 'Facts',
    card: 'foot',
    quiet: true,
    cell: ({ facts_version: version }) => (version === 0 ? 'Of the release' : `Version ${version}`),
  },
  { title: 'File', card: 'aside', numeric: true, cell: (answer) => <DownloadEvidence answer={answer} /> },
]
