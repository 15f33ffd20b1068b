import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { useOpenHistory } from '@/charts/history/useOpenHistory'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView, Spinner } from '@/components/layout/QueryView'
import { ColumnChooser } from '@/table/ColumnChooser'
import { DataTable } from '@/table/DataTable'
import { NEWEST_FIRST } from '@/table/sort'
import { isFiltered, tableSearch, type Filters } from '@/table/tableView'
import { formatExact } from '@/util/format'
import type { Platform } from '@/util/platform'
import { formatRange, formatTotal } from '@/util/pagination'
import { ContentToolbar } from './ContentToolbar'
import { ExportButton, type FileCall } from '@/components/buttons/ExportButton'
import { usePageSize, type ContentTableState } from './queries'
import type { TableCode } from './tables'
import classes from './ContentTable.module.css'

type Page<Row> = { rows: Row[]; total: number; total_is_minimum: boolean; pages: number }
type Props<Row> = {
  code: TableCode
  label: string
  table: ContentTableState<Row>
  /** Exports the whole table as a file. */
  file: FileCall
  /** Sums over all filtered items. */
  sums: ReactNode
  /** The platform that the address of an open history must name. */
  openedPlatform: (row: Row) => Platform | undefined
  query: { data: Page<Row> | undefined; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }
}

/** Keeps the previous page visible, dimmed, while the next one loads. */
export function ContentTable<Row extends { id: number }>({
  code,
  label,
  table,
  file,
  sums,
  openedPlatform,
  query,
}: Props<Row>) {
  const { view } = table
  const openHistory = useOpenHistory()
  const waiting = query.isPlaceholderData
  return (
    <div className={classes.content}>
      <ContentToolbar code={code} table={table} ready={query.data !== undefined} />
      <div className={classes.summary}>
        {query.data && (
          <ContentSummary
            total={formatTotal(query.data.total, query.data.total_is_minimum)}
            view={view}
            onClear={table.clearFilters}
          />
        )}
        <div className={classes.actions}>
          <ColumnChooser columns={table.columns} hidden={table.hidden} onChange={table.setHidden} />
          <ExportButton call={file} empty={!query.data || query.data.total === 0} />
        </div>
      </div>
      <QueryView query={query} loading={<Spinner />}>
        {({ rows, total, total_is_minimum: isMinimum, pages }) => {
          if (total === 0 && !waiting) return <NoContent filtered={isFiltered(view)} />
          // The page in the URL does not exist, or no longer does.
          if (view.page > pages && !waiting) return <LastPage show={() => table.setPage(pages, true)} />
          return (
            <>
              {sums}
              <DataTable
                label={label}
                columns={table.shown}
                rows={rows}
                rowKey={(row) => row.id}
                sort={view.sort}
                usual={NEWEST_FIRST}
                onSort={table.setSort}
                onOpen={(row) => openHistory(row.id, openedPlatform(row))}
                view={tableSearch(view).toString()}
                waiting={waiting}
              />
              {isMinimum && view.page === pages && (
                <Text fz="sm" c="dimmed" mt="xs">
                  Narrow the filters to see the rest, or export everything.
                </Text>
              )}
              <Pager
                page={view.page}
                pages={pages}
                total={total}
                isMinimum={isMinimum}
                onChange={table.setPage}
              />
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

type ContentSummaryProps = { total: string; view: Filters; onClear: () => void }

/** Counts the items in the table, with a button that clears the filters. */
function ContentSummary({ total, view, onClear }: ContentSummaryProps) {
  return (
    <Group gap="sm" mih={28}>
      <Text fz="sm" c="dimmed" role="status">
        Total: {total} items
      </Text>
      {isFiltered(view) && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}

/** Tells whether nothing matches the filters, or nothing has been collected yet. */
function NoContent({ filtered }: { filtered: boolean }) {
  return (
    <Panel>
      {filtered ? (
        <EmptyState title="Nothing found" hint="Try another search or other filters." />
      ) : (
        <EmptyState
          title="Nothing here yet"
          hint="Posts and videos appear after an account’s first update."
        />
      )}
    </Panel>
  )
}

/** Width of `Page` and `of` with their spaces, in any common font. */
const LABEL_WIDTH = '4.25em'

type PagerProps = {
  page: number
  pages: number
  total: number
  /** There are more items than `total`, after the last page. */
  isMinimum: boolean
  onChange: (page: number) => void
}

/** Shows Previous, the current page and Next, if there is more than one page. */
function Pager({ page, pages, total, isMinimum, onChange }: PagerProps) {
  const size = usePageSize()
  if (pages <= 1) return null
  return (
    <Group component="nav" aria-label="Pages" className={classes.pager ?? ''}>
      <Text fz="sm" c="dimmed">
        {formatRange(page, size, total, isMinimum)}
      </Text>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} />}
          disabled={page <= 1}
          onClick={() => onChange(page - 1)}
        >
          Previous
        </Button>
        <Text
          fz="sm"
          component="span"
          aria-current="page"
          // As wide as on the last page, so that the buttons beside it do not move.
          miw={`calc(${2 * formatExact(pages).length}ch + ${LABEL_WIDTH})`}
        >
          {`Page ${formatExact(page)} of ${formatExact(pages)}`}
        </Text>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} />}
          disabled={page >= pages}
          onClick={() => onChange(page + 1)}
        >
          Next
        </Button>
      </Group>
    </Group>
  )
}
