import { useMemo } from 'react'
import { EmptyState, QueryView, Spinner } from '@/components/QueryView'
import { PageFoot } from '@/components/Page'
import { Panel } from '@/components/Panel'
import { DataTable } from '@/table/DataTable'
import { PAGE_SIZE } from '@/util/constants'
import { useRunList } from './queries'
import { RUN_COLUMNS } from './runColumns'
import { RunDrawer } from './RunDrawer'
import { RunFilters } from './RunFilters'
import { isNarrowed } from './runsView'
import { useRunsView } from './useRunsView'

/** Runs of the last week with their results, cost and failures. */
export function RunsTab() {
  const { view, setFilters, setPage } = useRunsView()
  const list = useRunList(view)
  const shown = list.data?.runs
  const open = useMemo(() => shown?.find(({ id }) => id === view.run), [shown, view.run])
  return (
    <>
      <RunFilters view={view} onChange={setFilters} />
      <QueryView query={list} loading={<Spinner />}>
        {({ runs, total, pages }) =>
          runs.length === 0 ? (
            <Panel>
              {isNarrowed(view) ? (
                <EmptyState title="No run matches" hint="Choose another platform, status, reason or day." />
              ) : (
                <EmptyState
                  title="No runs yet"
                  hint="A run scrapes up to 50 accounts. The first one starts when an account is due or a scrape is requested."
                />
              )}
            </Panel>
          ) : (
            <>
              <DataTable
                label="Runs"
                columns={RUN_COLUMNS}
                rows={runs}
                rowKey={({ id }) => id}
                waiting={list.isPlaceholderData}
                view={`${view.platform} ${view.status} ${view.trigger} ${view.failed} ${view.from} ${view.to} ${view.page}`}
              />
              <PageFoot
                page={view.page}
                pages={pages}
                size={PAGE_SIZE.runs}
                total={total}
                onChange={setPage}
              />
            </>
          )
        }
      </QueryView>
      <RunDrawer id={view.run} run={open} />
    </>
  )
}
