import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { PHONE } from '@/util/constants'
import type { Column } from './column'
import { DataRow } from './DataRow'
import { HeaderCell } from './HeaderCell'
import { RecordCard } from './RecordCard'
import type { Sort } from './sort'
import { useRowsInSight } from './useRowsInSight'
import { widthOf } from './widths'
import classes from './DataTable.module.css'

type Props<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => number | string
  sort?: Sort | undefined
  /** The default order. */
  usual?: Sort
  onSort?: (sort: Sort | undefined) => void
  /** Identifies the content: when it changes, the table scrolls to the top. */
  view?: string
  /** The rows are still those of the previous view: dimmed until the next ones have loaded. */
  waiting?: boolean
}

/** A table of numbers; on a phone, a list of cards with the same columns. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, sort, usual, onSort, view = '', waiting = false } = props
  const frame = useRef<HTMLElement>(null)
  const [shownView, setShownView] = useState(view)
  if (!waiting && shownView !== view) setShownView(view)
  // The effect depends only on the view's name.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/exhaustive-deps
  useEffect(() => void frame.current?.scrollTo(0, 0), [shownView])
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const width = widthOf(columns)
  const inSight = useRowsInSight(rows, shownView, width === undefined)
  if (phone) {
    return (
      <ul className={classes.cards} aria-label={label} aria-busy={waiting}>
        {rows.map((row) => (
          <RecordCard key={rowKey(row)} columns={columns} row={row} />
        ))}
      </ul>
    )
  }
  return (
    // A table wider than its frame scrolls; without a pointer, scrolling requires focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={frame} className={classes.frame} tabIndex={0} aria-label={label} aria-busy={waiting}>
      <table
        className={classes.table}
        data-placed={width !== undefined || undefined}
        style={{ minWidth: width }}
      >
        {width !== undefined && (
          <colgroup>
            {columns.map((column) => (
              <col key={column.title} style={{ width: column.width }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.title} column={column} sort={sort} usual={usual} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {inSight.map((row) => (
            <DataRow key={rowKey(row)} columns={columns} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
