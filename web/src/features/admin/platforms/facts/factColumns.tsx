import type { Column } from '@/shared/table/column'
import classes from './factColumns.module.css'
import { linesOf, type Fact } from './facts'
import { OriginBadge } from './OriginBadge'

export const FACT_COLUMNS: Column<Fact>[] = [
  { title: 'Fact', card: 'heading', cell: ({ place }) => <code className={classes.place}>{place}</code> },
  {
    title: 'Value',
    card: 'text',
    cell: ({ value }) => <code className={classes.value}>{linesOf(value).join('\n')}</code>,
  },
  { title: 'Said by', card: 'aside', cell: ({ origin }) => <OriginBadge origin={origin} /> },
]
