import { useMediaQuery } from '@mantine/hooks'
import { Table } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { PHONE } from '@/shared/constants/layout'
import type { Column } from './column'
import { DataRow } from './DataRow'
import classes from './DataTable.module.css'
import { HeaderCell } from './HeaderCell'
import { RecordCard } from './RecordCard'
import type { Sort } from './sort'

type Props<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => number
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  /** Names what is shown: another name begins at the top again. */
  view?: string
}

/** A table of numbers; on a phone, a list of cards made from the same columns. */
export function DataTable<Row>({ label, columns, rows, rowKey, sort, onSort, view }: Props<Row>) {
  const frame = useRef<HTMLElement>(null)
  // The name is all that matters of the view here.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps
  useEffect(() => void frame.current?.scrollTo(0, 0), [view])
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  if (phone) {
    return (
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <RecordCard key={rowKey(row)} columns={columns} row={row} />
        ))}
      </ul>
    )
  }
  return (
    // A table wider than its frame scrolls; without a pointer that takes focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={frame} className={classes.frame} tabIndex={0} aria-label={label}>
      <Table highlightOnHover stickyHeader className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <HeaderCell key={column.title} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <DataRow key={rowKey(row)} columns={columns} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
