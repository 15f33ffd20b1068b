import { Button, Group, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useScraperPools } from '@/api/scraperPools'
import { PageButtons } from '@/components/layout/Page'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { EmptyState } from '@/components/layout/QueryView'
import { DataTable } from '@/table/DataTable'
import { PAGE_SIZE } from '@/util/constants'
import { formatExact } from '@/util/format'
import { pageRange } from '@/util/pagination'
import { SESSION_PLATFORMS } from '@/util/platform'
import { useProxies, type SessionPool, type SessionsPage } from './queries'
import { rowsOf } from './rows'
import { sessionColumns } from './sessionColumns'
import { parseState, STATE_NAMES, STATES, useSessionState } from './states'
import { useSessionsPage } from './view'
import classes from './SessionTable.module.css'

type Props = {
  list: SessionsPage
  /** Undefined while the statuses are loading. */
  pool: SessionPool | undefined
  waiting: boolean
  onAdd: () => void
}

/** Lists the sessions with their masked values and their statuses. */
export function SessionTable({ list, pool, waiting, onAdd }: Props) {
  const { page, setPage } = useSessionsPage()
  const { state } = useSessionState()
  const proxies = useProxies().data?.proxies
  const pools = useScraperPools().data?.pools
  const rows = useMemo(() => rowsOf(list, pool, state), [list, pool, state])
  // Memoized: new columns would re-render every row.
  const columns = useMemo(
    () => sessionColumns({ proxies: proxies ?? [], pools: pools ?? [], rows, version: list.version }),
    [proxies, pools, rows, list.version],
  )
  const title = state === undefined ? 'Active Sessions' : `${STATES[state].label} sessions`
  if (list.total === 0) return <NoSessions onAdd={onAdd} />
  const { total, total_pages: pages } = state === undefined ? list : (pool ?? NONE)
  const { first, last } = pageRange(page, PAGE_SIZE.sessions, total)
  return (
    <Panel aria-label={title} className={classes.panel}>
      <PanelHeader
        title={`${title} (Showing ${formatExact(first)} - ${formatExact(last)} of ${formatExact(total)})`}
        actions={pool && <StateFilter summary={pool.summary} />}
      />
      {rows.length === 0 ? (
        <EmptyState title="No session is in this state" hint="Choose another state, or all of them." />
      ) : (
        <DataTable
          label="All sessions"
          columns={columns}
          rows={rows}
          // Not by ID, which is known only with the status: a row whose key changes would close its open dialog. A dialog keeps the
          // session that it was opened for.
          rowKey={({ index }) => index}
          waiting={waiting}
          view={`${state} ${page}`}
        />
      )}
      {pages > 1 && (
        <Group justify="center" mt="md">
          <PageButtons page={page} pages={pages} onChange={setPage} />
        </Group>
      )}
    </Panel>
  )
}

/** Until the sessions with a state have loaded. */
const NONE = { total: 0, total_pages: 1 }

function NoSessions({ onAdd }: { onAdd: () => void }) {
  return (
    <Panel aria-label="Active Sessions" mt="md">
      <EmptyState
        title="No sessions configured"
        hint={`${SESSION_PLATFORMS} accounts are scraped with the session of a signed-in browser. One is enough to begin.`}
        action={
          <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
            Add Your First Session
          </Button>
        }
      />
    </Panel>
  )
}

function StateFilter({ summary }: { summary: SessionPool['summary'] }) {
  const { state, setState } = useSessionState()
  return (
    <NativeSelect
      aria-label="State"
      data={[
        { value: '', label: `All states (${formatExact(summary.total)})` },
        ...STATE_NAMES.map((value) => ({
          value,
          label: `${STATES[value].label} (${formatExact(summary[value])})`,
        })),
      ]}
      value={state ?? ''}
      onChange={({ currentTarget }) => setState(parseState(currentTarget.value))}
    />
  )
}
