import { Anchor } from '@mantine/core'
import { DateTime } from '@/components/Values'
import type { Column } from '@/table/column'
import type { ConfigRevision } from './configQueries'
import { SourceBadge } from './SourceBadge'

/** `onOpen` shows the contents of a revision. */
export function revisionColumns(onOpen: (change: ConfigRevision) => void): Column<ConfigRevision>[] {
  return [
    {
      title: 'Revision',
      card: 'heading',
      cell: (change) => (
        <Anchor component="button" type="button" fz="inherit" fw={600} onClick={() => onOpen(change)}>
          Revision {change.revision}
        </Anchor>
      ),
    },
    { title: 'Layer', card: 'aside', cell: ({ layer }) => <SourceBadge source={layer} /> },
    { title: 'When', card: 'foot', quiet: true, cell: ({ made_at: at }) => <DateTime iso={at} /> },
    { title: 'Changed by', card: 'foot', cell: ({ made_by: by }) => by ?? 'Discovered in platform scripts' },
    { title: 'Reason', card: 'text', quiet: true, cell: ({ note }) => note || '—' },
  ]
}
