import { DateTime } from '@/components/Values'
import { PlatformName } from '@/components/Panel'
import type { Column } from '@/table/column'
import { formatBytes } from '@/util/files'
import { outcomeName } from '@/util/states'
import { DownloadCapture } from './DownloadCapture'
import type { CapturedResponse } from './queries'

export const CAPTURE_COLUMNS: Column<CapturedResponse>[] = [
  { title: 'Received', card: 'heading', cell: ({ at }) => <DateTime iso={at} /> },
  { title: 'Platform', card: 'text', cell: ({ platform }) => <PlatformName platform={platform} /> },
  { title: 'Request', card: 'foot', cell: ({ kind }) => <code>{kind}</code> },
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
    title: 'Config',
    card: 'foot',
    quiet: true,
    cell: ({ config_revision: revision }) => (revision === 0 ? 'Built-in' : `Revision ${revision}`),
  },
  { title: 'File', card: 'aside', numeric: true, cell: (capture) => <DownloadCapture capture={capture} /> },
]
