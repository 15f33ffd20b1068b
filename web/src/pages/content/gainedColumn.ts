import { widthOf, type Column } from '@/table/column'
import { GAINED_SORT } from '@/table/tableView'

/** Width of the default columns, pixels, that fits a window of 1440. */
const MAX_WIDTH = 1157

/** Widths in pixels, by title, of the columns that make room for the gained views where it is needed. */
const BESIDE_GAINED: Record<string, number> = { Caption: 176, Account: 137 }

/** Returns the columns with or without the gained views, so that the table does not begin to scroll. */
export function columnsFor<Row>(gained: boolean, all: Column<Row>[]): Column<Row>[] {
  if (!gained) return all.filter(({ sort }) => sort !== GAINED_SORT)
  const usual = all.filter(({ optional }) => !optional)
  if ((widthOf(usual) ?? 0) <= MAX_WIDTH) return all
  return all.map((column) => {
    const width = BESIDE_GAINED[column.title]
    return width === undefined ? column : { ...column, width }
  })
}
