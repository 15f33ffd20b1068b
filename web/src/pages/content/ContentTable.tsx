import { useEffect } from 'react'
import { QueryView, Spinner } from '@/components/QueryView'
import { DataTable } from '@/table/DataTable'
import { NEWEST_FIRST } from '@/table/sort'
import { tableSearch } from '@/table/tableView'
import { ContentSummary } from './ContentSummary'
import { ContentToolbar } from './ContentToolbar'
import { ExportButton } from './ExportButton'
import { NoContent } from './NoContent'
import { Pager } from './Pager'
import type { ContentTableState } from './useContentTable'
import type { FileCall } from './useExport'
import classes from './ContentTable.module.css'

type Page<Row> = { rows: Row[]; total: number; pages: number }
type Props<Row> = {
  label: string
  table: ContentTableState<Row>
  /** Exports the whole table as a file. */
  file: FileCall
  query: { data: Page<Row> | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }
}

/** A tab with controls, total, table and pager. The previous page stays visible, dimmed, while the next one loads. */
export function ContentTable<Row extends { id: number }>({ label, table, file, query }: Props<Row>) {
  const { view } = table
  const waiting = query.isPlaceholderData
  return (
    <div className={classes.content}>
      <ContentToolbar table={table}>
        <ExportButton call={file} empty={!query.data || query.data.total === 0} />
      </ContentToolbar>
      <QueryView query={query} loading={<Spinner />}>
        {({ rows, total, pages }) => {
          if (total === 0 && !waiting) return <NoContent view={view} onClear={table.clearFilters} />
          // The page in the URL does not exist, or no longer does.
          if (view.page > pages && !waiting) return <LastPage show={() => table.setPage(pages, true)} />
          return (
            <>
              <ContentSummary total={total} view={view} onClear={table.clearFilters} />
              <DataTable
                label={label}
                columns={table.shown}
                rows={rows}
                rowKey={(row) => row.id}
                sort={view.sort}
                usual={NEWEST_FIRST}
                onSort={table.setSort}
                view={tableSearch(view).toString()}
                waiting={waiting}
              />
              <Pager page={view.page} total={total} pages={pages} onChange={table.setPage} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

/** Redirects to the last existing page. */
function LastPage({ show }: { show: () => void }) {
  useEffect(show)
  return <Spinner />
}
