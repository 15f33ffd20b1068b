import type { ReactNode } from 'react'

/** A column of a table, and the position of its value on the card that a phone shows instead. */
export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  card: 'heading' | 'aside' | 'metric' | 'text' | 'foot'
  numeric?: boolean
  /** Actions for the row, at the table's end: sticky when the table is wider than its frame. */
  actions?: boolean
  /** Width in pixels. If all columns have one, they keep their widths from page to page. */
  width?: number
  /** Less important than its neighbors. */
  quiet?: boolean
  /** The most important number. */
  strong?: boolean
  /** The server's sort key; absent if the column is not sortable. */
  sort?: string
  /** Columns of an export that hold the same; absent if the table cannot be exported or the column is not in it. */
  exported?: readonly string[]
  /** Identifies the row: stays visible when other columns are hidden. */
  fixed?: boolean
}

type Sized = { width?: number }

/** Returns the total width of all columns in pixels; `undefined` if any width is unknown. */
export function widthOf(columns: readonly Sized[]): number | undefined {
  return columns.reduce<number | undefined>(
    (sum, { width }) => (sum === undefined || width === undefined ? undefined : sum + width),
    0,
  )
}
