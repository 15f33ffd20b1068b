import type { Schema } from '@/api/types'
import { Count, DateTime } from '@/components/Values'
import type { Column } from '@/table/column'
import { PLATFORMS } from '@/util/platform'
import { AllowHandle } from './AllowHandle'

type Erasure = Schema<'ErasureEntry'>

export const ERASURE_COLUMNS: Column<Erasure>[] = [
  { title: 'Erased', card: 'heading', cell: ({ at }) => <DateTime iso={at} /> },
  { title: 'Platform', card: 'heading', cell: ({ platform }) => PLATFORMS[platform].name },
  { title: 'By', card: 'text', cell: ({ erased_by: by }) => by || 'Command line' },
  { title: 'Accounts', card: 'metric', numeric: true, cell: ({ accounts }) => <Count value={accounts} /> },
  { title: 'Items', card: 'metric', numeric: true, cell: ({ items }) => <Count value={items} /> },
  { title: 'Actions', card: 'foot', actions: true, cell: (erasure) => <AllowHandle erasure={erasure} /> },
]
