import type { ReactNode } from 'react'

/** One column of a table, and where its value goes on the card that a phone shows instead. */
export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  card: 'heading' | 'aside' | 'metric' | 'text' | 'foot'
  numeric?: boolean
  /** What can be done with the row, at the table's end: stays in sight there when the table is wider than its frame. */
  actions?: boolean
  /** Pixels that its values need. A table that has them of all its columns keeps these in place from page to page. */
  width?: number
  /** Less important than its neighbours. */
  quiet?: boolean
  /** The number a reader looks for first. */
  strong?: boolean
  /** The server's name for the order by this column; without one there is no such order. */
  sort?: string
  /** Says which row it is: stays when other columns are hidden. */
  fixed?: boolean
}
