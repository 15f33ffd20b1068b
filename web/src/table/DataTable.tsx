import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { memo, startTransition, useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { useNavigationType } from 'react-router'
import { usePhone } from '@/util/usePhone'
import { widthOf, type Column } from './column'
import { clickedRow } from './rowClick'
import { ariaSort, nextSort, type Sort } from './sort'
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
  /** Opens a row that is clicked outside its controls. The row must also have a link or button for that, for the keyboard. */
  onOpen?: ((row: Row) => void) | undefined
  /** Identifies the content: when it changes, the table scrolls to the top. */
  view?: string
  /** The rows are still those of the previous view: dimmed until the next ones have loaded. */
  waiting?: boolean
}

/** Shows numbers as a table; on a phone, as a list of cards with the same columns. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, sort, usual, onSort, onOpen, view = '', waiting = false } = props
  const frame = useRef<HTMLElement>(null)
  const [shownView, setShownView] = useState(view)
  if (!waiting && shownView !== view) setShownView(view)
  const scrolledFor = useRef(shownView)
  // Going back keeps the scroll position.
  const returned = useNavigationType() === 'POP'
  useEffect(() => {
    if (frame.current && scrolledFor.current !== shownView && !returned) scrollToTop(frame.current)
    scrolledFor.current = shownView
  }, [shownView, returned])
  const phone = usePhone()
  const width = widthOf(columns)
  const fits = useFits(frame, width)
  const inSight = useRowsInSight(rows, shownView, width === undefined)
  const click = onOpen && {
    'data-opens': true,
    onClick: (event: MouseEvent) => {
      const row = rows[clickedRow(event) ?? -1]
      if (row !== undefined) onOpen(row)
    },
  }
  if (phone) {
    return (
      <ul className={classes.cards} aria-label={label} aria-busy={waiting} {...click}>
        {rows.map((row) => (
          <RecordCard key={rowKey(row)} columns={columns} row={row} />
        ))}
      </ul>
    )
  }
  return (
    <section
      ref={frame}
      className={classes.frame}
      data-fits={fits || undefined}
      // A table wider than its frame scrolls; without a pointer, scrolling requires focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={fits ? undefined : 0}
      aria-label={label}
      aria-busy={waiting}
    >
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
        <tbody {...click}>
          {inSight.map((row) => (
            <DataRow key={rowKey(row)} columns={columns} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type DataRowProps<Row> = { columns: Column<Row>[]; row: Row }

function Cells<Row>({ columns, row }: DataRowProps<Row>) {
  return (
    <tr>
      {columns.map((column) => (
        <td
          key={column.title}
          data-numeric={column.numeric || undefined}
          data-actions={column.actions || undefined}
          data-quiet={column.quiet || undefined}
          data-wraps={column.wraps || undefined}
          data-strong={column.strong || undefined}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** A table row, memoized: most polls return unchanged data. */
const DataRow = memo(Cells) as typeof Cells

const SORT_ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

type HeaderCellProps<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  /** The default order. */
  usual: Sort | undefined
  onSort?: ((sort: Sort | undefined) => void) | undefined
}

/** Shows a column's title; as a button if the server can sort by the column. */
function HeaderCell<Row>({ column, sort, usual, onSort }: HeaderCellProps<Row>) {
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
  const Icon = SORT_ICONS[state]
  return (
    <th scope="col" data-numeric={numeric} aria-sort={state}>
      <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, by, usual))}>
        {title}
        <Icon size={14} stroke={2} aria-hidden className={classes.icon} />
      </button>
    </th>
  )
}

type RecordCardProps<Row> = { columns: Column<Row>[]; row: Row }

/** Shows a table row as a card, for narrow screens. */
function RecordCard<Row>({ columns, row }: RecordCardProps<Row>) {
  const at = (place: Column<Row>['card']) => columns.filter((column) => column.card === place)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.names}>
          {at('heading').map((column) => (
            <div key={column.title} data-strong={column.strong || undefined}>
              {column.cell(row)}
            </div>
          ))}
        </div>
        <div className={classes.aside}>
          {at('aside').map((column) => (
            <div key={column.title}>{column.cell(row)}</div>
          ))}
        </div>
      </div>
      {at('text').map((column) => (
        <div key={column.title} className={classes.text}>
          {column.cell(row)}
        </div>
      ))}
      <dl className={classes.metrics}>
        {at('metric').map((column) => (
          <div key={column.title} data-strong={column.strong || undefined}>
            <dt>{column.title}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
      {at('foot').map((column) => (
        <div key={column.title} className={classes.foot}>
          {column.title}: <span className={classes.value}>{column.cell(row)}</span>
        </div>
      ))}
    </li>
  )
}

/** Shows the first row of a table, which scrolls in its frame or with the page. */
function scrollToTop(frame: HTMLElement): void {
  frame.scrollTo(0, 0)
  const hidden =
    frame.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(frame).scrollMarginTop)
  if (hidden < 0) scrollBy(0, hidden)
}

/** The last width of a frame. A page is as high as before when it is shown again, so that its scroll position can be restored. */
let lastWidth = 0

/** Returns whether a frame is wide enough for a table with placed columns: the table then scrolls with the page. */
function useFits(frame: RefObject<HTMLElement | null>, width: number | undefined): boolean {
  const [frameWidth, setFrameWidth] = useState(lastWidth)
  const phone = usePhone()
  useEffect(() => {
    if (phone || frame.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      lastWidth = entry?.contentRect.width ?? 0
      setFrameWidth(lastWidth)
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, phone])
  return width !== undefined && frameWidth >= width
}

/** More rows than any common screen shows at once. */
const IN_SIGHT = 50

/**
 * Returns the rows to render of a view: first the visible ones, then the others after those have been painted, which halves the
 * wait. `off` renders all at once, for tables whose columns adapt to their content.
 */
function useRowsInSight<Row>(rows: Row[], view: string, off: boolean): Row[] {
  const [complete, setComplete] = useState(view)
  useEffect(() => {
    // Started within a frame, so that the rest is rendered after it.
    const frame = requestAnimationFrame(() => startTransition(() => setComplete(view)))
    return () => cancelAnimationFrame(frame)
  }, [view])
  return off || complete === view ? rows : rows.slice(0, IN_SIGHT)
}
