import { Text } from '@mantine/core'
import { RelativeTime } from '@/components/Values'
import type { Proxy } from '@/pages/sessions/proxiesQueries'
import type { Column } from '@/table/column'
import { formatExact } from '@/util/format'
import { outcomeName } from '@/util/states'
import { PLATFORMS } from '@/util/platform'
import { DeleteProxy } from './DeleteProxy'

export const PROXY_COLUMNS: Column<Proxy>[] = [
  { title: 'Name', card: 'heading', strong: true, cell: ({ name }) => name },
  {
    title: 'Address',
    card: 'text',
    cell: ({ address }) =>
      address || (
        <Text component="span" fz="inherit" c="var(--cm-warning)">
          Can no longer be decrypted: delete it and add it again
        </Text>
      ),
  },
  {
    title: 'Serves',
    card: 'foot',
    cell: ({ serves }) => (serves == null ? 'Assigned sessions' : `All ${PLATFORMS[serves].name} runs`),
  },
  { title: 'Sessions', card: 'foot', numeric: true, cell: ({ sessions }) => formatExact(sessions) },
  {
    title: 'State',
    card: 'foot',
    quiet: true,
    cell: ({ address, blocked_until: until, blocked_for: reason }) =>
      until == null ? (
        address && 'Ready'
      ) : (
        <>
          Cooling down, available <RelativeTime iso={until} />
          {reason != null && `: ${outcomeName(reason)}`}
        </>
      ),
  },
  { title: 'Actions', card: 'aside', actions: true, cell: (proxy) => <DeleteProxy proxy={proxy} /> },
]
