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
  /** Takes several lines rather than a wide column. */
  wraps?: boolean
  /** Less important than its neighbors. */
  quiet?: boolean
  /** The most important number. */
  strong?: boolean
  /** The server's sort key; absent if the column is not sortable. */
  sort?: string
  /** Columns of an export that hold the same; absent if the table cannot be exported or the column is not in it. */
  exported?: readonly string[]
  /** Hidden until the user shows it, if the table's columns can be chosen. */
  optional?: boolean
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

type Choosable = { title: string; optional?: boolean }

/** Precedes the title of an optional column that the user shows, in the stored choice. */
const SHOWN = '+'

/** Returns the titles of hidden columns by a stored choice: the columns that it names, and optional ones that it does not show. */
export function hiddenTitles(columns: readonly Choosable[], stored: readonly string[]): string[] {
  return columns
    .filter(({ title, optional }) => (optional ? !stored.includes(SHOWN + title) : stored.includes(title)))
    .map(({ title }) => title)
}

/** Returns the choice to store for the hidden columns. */
export function storedChoice(columns: readonly Choosable[], hidden: readonly string[]): string[] {
  return columns
    .filter(({ title, optional }) => hidden.includes(title) !== (optional ?? false))
    .map(({ title, optional }) => (optional ? SHOWN + title : title))
}
