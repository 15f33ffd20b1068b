import type { Column } from '@/table/column'
import { linesOf, type ConfigEntry } from './config'
import { SourceBadge } from './SourceBadge'
import classes from './configColumns.module.css'

export const CONFIG_COLUMNS: Column<ConfigEntry>[] = [
  { title: 'Setting', card: 'heading', cell: ({ place }) => <code className={classes.place}>{place}</code> },
  {
    title: 'Value',
    card: 'text',
    cell: ({ value }) => <code className={classes.value}>{linesOf(value).join('\n')}</code>,
  },
  { title: 'Source', card: 'aside', cell: ({ source }) => <SourceBadge source={source} /> },
]
