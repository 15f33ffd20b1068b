import type { Schema } from '@/api/types'
import type { Column } from '@/table/column'
import { formatFullDate, formatToTheSecond } from '@/util/format'
import { actionLabel } from './actions'
import { AuditGroup } from './AuditGroup'
import { formatDetails } from './details'
import classes from './auditColumns.module.css'

type Entry = Schema<'AuditEntry'>

/** `named` maps groups named in the entries on screen: the name of a deleted group exists nowhere else. */
export function auditColumns(named: ReadonlyMap<number, string>): Column<Entry>[] {
  return [
    {
      title: 'When',
      card: 'aside',
      quiet: true,
      cell: ({ at }) => (
        <time dateTime={at} title={formatFullDate(at)}>
          {formatToTheSecond(at)}
        </time>
      ),
    },
    { title: 'User', card: 'heading', cell: ({ username }) => username || '—' },
    { title: 'Action', card: 'heading', strong: true, cell: ({ action }) => actionLabel(action) },
    {
      title: 'Group',
      card: 'text',
      cell: ({ group_id }) => group_id != null && <AuditGroup id={group_id} named={named.get(group_id)} />,
    },
    {
      title: 'Details',
      card: 'text',
      quiet: true,
      cell: ({ details }) => {
        const text = formatDetails(details)
        return (
          <div className={classes.details} title={text}>
            {text}
          </div>
        )
      },
    },
    { title: 'From', card: 'foot', quiet: true, cell: ({ address }) => address },
  ]
}
