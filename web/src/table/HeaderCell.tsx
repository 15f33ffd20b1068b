import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './column'
import { ariaSort, nextSort, type Sort } from './sort'
import classes from './HeaderCell.module.css'

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

type Props<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  /** The default order. */
  usual: Sort | undefined
  onSort?: ((sort: Sort | undefined) => void) | undefined
}

/** A column's title; a button if the server can sort by the column. */
export function HeaderCell<Row>({ column, sort, usual, onSort }: Props<Row>) {
  const { title, sort: by } = column
  const numeric = column.numeric || undefined
  if (by === undefined || onSort === undefined) {
    return (
      <th scope="col" data-numeric={numeric} data-actions={column.actions || undefined}>
        {title}
      </th>
    )
  }
  const state = ariaSort(sort ?? usual, by)
  const Icon = ICONS[state]
  return (
    <th scope="col" data-numeric={numeric} aria-sort={state}>
      <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, by, usual))}>
        {title}
        <Icon size={14} stroke={2} aria-hidden className={classes.icon} />
      </button>
    </th>
  )
}
