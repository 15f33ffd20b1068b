import type { Column } from '@/table/column'
import { GAINED_SORT } from '@/table/tableView'

/** Widths in pixels, by title, of the columns that make room for the gained views. */
const BESIDE_GAINED: Record<string, number> = { Caption: 176, Account: 137 }

/** Returns the columns with or without the gained views: as wide in both cases, so that the table does not begin to scroll. */
export function columnsFor<Row>(gained: boolean, all: Column<Row>[]): Column<Row>[] {
  if (!gained) return all.filter(({ sort }) => sort !== GAINED_SORT)
  return all.map((column) => {
    const width = BESIDE_GAINED[column.title]
    return width === undefined ? column : { ...column, width }
  })
}
