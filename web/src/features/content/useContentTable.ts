import type { Platform } from '@/shared/lib/platform'
import type { Column } from '@/shared/table/column'
import { useColumns } from '@/shared/table/useColumns'
import { useTableView } from '@/shared/table/useTableView'

/** State of a tab's table: the view from the URL, and the visible columns. */
export function useContentTable<Row>(platform: Platform, columns: Column<Row>[]) {
  const sorts = columns.flatMap(({ sort }) => sort ?? [])
  return { columns, ...useTableView(sorts), ...useColumns(`all-data-${platform}`, columns) }
}

export type ContentTableState<Row> = ReturnType<typeof useContentTable<Row>>
