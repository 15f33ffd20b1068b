import { Anchor } from '@mantine/core'
import type { Column } from '@/shared/table/column'
import { DateTime } from '@/shared/ui/DateTime'
import { OriginBadge } from './OriginBadge'
import type { FactsChange } from './queries'

/** `onOpen` shows what a version says. */
export function versionColumns(onOpen: (change: FactsChange) => void): Column<FactsChange>[] {
  return [
    {
      title: 'Version',
      card: 'heading',
      cell: (change) => (
        <Anchor component="button" type="button" fz="inherit" fw={600} onClick={() => onOpen(change)}>
          Version {change.version}
        </Anchor>
      ),
    },
    { title: 'Layer', card: 'aside', cell: ({ layer }) => <OriginBadge origin={layer} /> },
    { title: 'When', card: 'foot', quiet: true, cell: ({ made_at: at }) => <DateTime iso={at} /> },
    { title: 'Who', card: 'foot', cell: ({ made_by: by }) => by ?? 'Read from a platform’s scripts' },
    { title: 'Why', card: 'text', quiet: true, cell: ({ note }) => note || '—' },
  ]
}
