import { Button, NativeSelect } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconReload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { client, result } from '@/api/client'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { LastPage } from '@/components/layout/LastPage'
import { PageFoot } from '@/components/layout/Page'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView, Spinner } from '@/components/layout/QueryView'
import { DataTable } from '@/table/DataTable'
import { DateRange, Toolbar } from '@/table/Toolbar'
import { PAGE_SIZE } from '@/util/constants'
import { byPlatform, PLATFORMS } from '@/util/platform'
import { STATUSES, TRIGGERS } from './labels'
import { useRetry, useRunList } from './queries'
import { RUN_COLUMNS } from './runColumns'
import { RunDrawer } from './RunDrawer'
import { isNarrowed, parseRunsView, useRunsView, type FILTERS, type RunsView } from './view'

/** Lists the runs of the last week with their results, cost and failures. */
export function RunsTab() {
  const { view, setFilters, setPage, openRun } = useRunsView()
  const list = useRunList(view)
  const pages = Math.max(1, list.data?.pages ?? 1)
  const shown = list.data?.runs
  const open = useMemo(() => shown?.find(({ id }) => id === view.run), [shown, view.run])
  if (list.data && !list.isPlaceholderData && view.page > pages) return <LastPage page={pages} />
  return (
    <>
      <RunFilters view={view} onChange={setFilters} />
      <QueryView query={list} loading={<Spinner />}>
        {({ runs, total }) =>
          runs.length === 0 ? (
            <Panel>
              {isNarrowed(view) ? (
                <EmptyState title="No run matches" hint="Choose another platform, status, trigger or day." />
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
                onOpen={({ id }) => openRun(id)}
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

const PLATFORM_NAMES = byPlatform((platform) => PLATFORMS[platform].name)

type RunFiltersProps = { view: RunsView; onChange: (change: Partial<RunsView>) => void }

/** Validates a select's text by parsing it as the only parameter of a URL. */
const parseFilter = (name: keyof typeof FILTERS, value: string) =>
  parseRunsView(new URLSearchParams({ [name]: value }))[name]

function RunFilters({ view, onChange }: RunFiltersProps) {
  const select = (name: keyof typeof FILTERS, label: string, labels: Record<string, string>) => (
    <NativeSelect
      aria-label={label}
      data={Object.entries(labels).map(([value, text]) => ({ value, label: text }))}
      value={view[name]}
      onChange={({ currentTarget }) => onChange({ [name]: parseFilter(name, currentTarget.value) })}
    />
  )
  return (
    <Toolbar label="Filters">
      {select('platform', 'Platform', { '': 'All platforms', ...PLATFORM_NAMES })}
      {select('status', 'Status', { '': 'Any status', ...STATUSES })}
      {select('trigger', 'Trigger', { '': 'Any trigger', ...TRIGGERS })}
      {select('failed', 'Failures', { '': 'Any result', true: 'With failures' })}
      <DateRange label="Day" value={view} onChange={onChange} />
      <div data-end>
        <RetryAllFailed />
      </div>
    </Toolbar>
  )
}

/** Retries all failed scrapes in all groups. */
function RetryAllFailed() {
  const [confirming, { open, close }] = useDisclosure(false)
  const retry = useRetry(() => result(client.POST('/api/scraping/retry', { body: {} })), close)
  return (
    <>
      <Button variant="default" leftSection={<IconReload size={16} stroke={1.75} />} onClick={open}>
        Retry all failed
      </Button>
      <ConfirmDialog
        opened={confirming}
        title="Retry all failed?"
        consequence="Every account and single video whose last scrape failed is scraped again now, in all groups. Fix the cause first, or the platform may refuse these requests too."
        confirm="Retry all failed"
        harmless
        busy={retry.isPending}
        onConfirm={() => retry.mutate()}
        onClose={close}
      />
    </>
  )
}
