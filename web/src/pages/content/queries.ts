import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, client, scope } from '@/api/client'
import type { Column } from '@/table/column'
import { useColumns } from '@/table/useColumns'
import { GAINED_SORT, isFiltered, parseTableView, useTableView, type TableView } from '@/table/tableView'
import { PAGE_SIZE, PHONE_PAGE_SIZE, POLL } from '@/util/constants'
import { ITEM_SORTS } from '@/util/metrics/metrics'
import { periodOf } from '@/util/time/period'
import { inOrder } from '@/util/url/urlParams'
import { useToday } from '@/util/time/usePeriod'
import { usePhone } from '@/util/usePhone'
import { useUrlParams } from '@/util/url/useUrlParams'
import type { FileCall } from '@/components/buttons/ExportButton'
import { columnsFor } from './gainedColumn'
import { pathsOf, type TableCode } from './tables'

/** Sort keys that the server accepts, by column. */
const SORTS = [...ITEM_SORTS, 'updated', GAINED_SORT] as const

const options = { refetchInterval: POLL.allContent, placeholderData: keepPreviousData } as const

/** Reads a page of a table. */
export function useContent(table: TableCode, view: TableView, groupId: number | undefined) {
  const size = usePageSize()
  const query = { page: view.page, per_page: size, ...filterOf(view, useToday()), ...scope(groupId) }
  return api.useQuery('get', pathsOf(table).content, { params: { query } }, options)
}

/** Reads the sums over all filtered items; nothing without a filter or a group. */
export function useContentSums(table: TableCode, view: TableView, groupId: number | undefined) {
  const query = { ...filterOf({ ...view, sort: undefined }, useToday()), ...scope(groupId) }
  const enabled = isFiltered(view) || groupId !== undefined
  const sums = api.useQuery('get', pathsOf(table).sums, { params: { query } }, { ...options, enabled })
  // The sums of the last filter would otherwise stay.
  return { sums: enabled ? sums.data?.sums : undefined, waiting: sums.isPlaceholderData }
}

/** Returns the number of rows of a page; fewer on a phone. */
export function usePageSize(): number {
  const phone = usePhone()
  return phone ? PHONE_PAGE_SIZE : PAGE_SIZE.allContent
}

/** Exports the filtered and sorted table with the given columns. */
export const exportContent =
  (
    table: TableCode,
    view: TableView,
    today: string,
    groupId: number | undefined,
    columns: string,
  ): FileCall =>
  (signal) =>
    client.GET(pathsOf(table).export, {
      params: { query: { ...filterOf(view, today), ...scope(groupId), columns } },
      parseAs: 'stream',
      signal,
    })

/** Returns the visible columns as the server's `columns` parameter. */
export function exportedColumns(shown: readonly Pick<Column<never>, 'exported'>[]): string {
  return shown.flatMap(({ exported }) => exported ?? []).join(',')
}

/** Returns the sort and filter parameters for the server; unset ones are omitted. */
function filterOf({ sort, gained, q, account, kind, views, ...days }: TableView, today: string) {
  const { from, to } = inOrder(days)
  const by = SORTS.find((known) => known === sort?.by)
  const period = gained && periodOf(gained, today).days
  return {
    ...(sort && by && { sort: by, order: sort.order }),
    ...(q && { q }),
    ...(account && { account }),
    ...(kind && { kind }),
    ...(views && { min_views: Number(views) }),
    ...(period && { gained_from: period.from, gained_to: period.to }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

/** Keeps a tab's view in the URL, and its visible columns. The column of gained views is there while a period is selected. */
export function useContentTable<Row>(table: TableCode, all: Column<Row>[]) {
  const { search } = useUrlParams()
  const { gained } = parseTableView(search, [])
  const columns = useMemo(() => columnsFor(gained !== '', all), [all, gained])
  const sorts = columns.flatMap(({ sort }) => sort ?? [])
  return { columns, ...useTableView(sorts), ...useColumns(`all-data-${table}`, columns) }
}

export type ContentTableState<Row> = ReturnType<typeof useContentTable<Row>>
