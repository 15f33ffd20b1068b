import type { Column } from '@/table/column'
import { useColumns } from '@/table/ColumnChooser'
import { useTableView } from '@/table/tableView'
import type { Platform } from '@/util/platform'

/** State of a tab's table: the view from the URL, and the visible columns. */
export function useContentTable<Row>(platform: Platform, columns: Column<Row>[]) {
  const sorts = columns.flatMap(({ sort }) => sort ?? [])
  return { columns, ...useTableView(sorts), ...useColumns(`all-data-${platform}`, columns) }
}

export type ContentTableState<Row> = ReturnType<typeof useContentTable<Row>>
