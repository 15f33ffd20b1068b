import type { Schema } from '@/shared/api/types'
import type { Column } from '@/shared/table/column'
import { DateTime } from '@/shared/ui/DateTime'
import { actionInWords } from './actions'
import { GroupName } from '@/shared/ui/GroupName'
import { detailsInWords } from './details'
import classes from './auditColumns.module.css'

type Entry = Schema<'AuditEntry'>

export const AUDIT_COLUMNS: Column<Entry>[] = [
  { title: 'When', card: 'aside', quiet: true, cell: ({ at }) => <DateTime iso={at} /> },
  { title: 'Who', card: 'heading', cell: ({ username }) => username || '—' },
  { title: 'What', card: 'heading', strong: true, cell: ({ action }) => actionInWords(action) },
  {
    title: 'Group',
    card: 'text',
    cell: ({ group_id }) => group_id != null && <GroupName id={group_id} />,
  },
  {
    title: 'Details',
    card: 'text',
    quiet: true,
    cell: ({ details }) => {
      const words = detailsInWords(details)
      return (
        <div className={classes.details} title={words}>
          {words}
        </div>
      )
    },
  },
  { title: 'From', card: 'foot', quiet: true, cell: ({ address }) => address },
]
