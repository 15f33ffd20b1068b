import { NativeSelect, Skeleton } from '@mantine/core'
import { Navigate } from 'react-router'
import { EmptyState, QueryView } from '@/components/QueryView'
import { PageFoot } from '@/components/Page'
import { Panel, PanelHeader } from '@/components/Panel'
import { usePool } from '@/pages/sessions/poolQueries'
import { useProxies } from '@/pages/sessions/proxiesQueries'
import { withPage } from '@/pages/sessions/sessionsView'
import { useSessionsPage } from '@/pages/sessions/useSessionsPage'
import { DataTable } from '@/table/DataTable'
import { PAGE_SIZE } from '@/util/constants'
import { formatExact } from '@/util/format'
import { useUrlParams } from '@/util/useUrlParams'
import { BreakerOpen } from './BreakerOpen'
import { poolColumns } from './poolColumns'
import { PoolLow } from './PoolLow'
import { PoolTiles } from './PoolTiles'
import { parseState, STATE_NAMES, STATES } from './states'
import { usePoolState } from './usePoolState'
import classes from './PoolTab.module.css'

const SKELETON_HEIGHT = 360

/** Status of the pool: whether it is large enough, and the state of each session with its reason. */
export function PoolTab() {
  const { search } = useUrlParams()
  const { page, setPage } = useSessionsPage()
  const { state, setState } = usePoolState()
  const pool = usePool(page, state)
  const proxies = useProxies()
  const pages = Math.max(1, pool.data?.total_pages ?? 1)
  // The page in the URL does not exist, or no longer does.
  if (pool.data && !pool.isPlaceholderData && page > pages)
    return <Navigate to={`?${withPage(search, pages)}`} replace />
  return (
    <QueryView query={pool} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
      {({ summary, breaker, sessions, total }) => (
        <>
          {breaker && <BreakerOpen breaker={breaker} />}
          <PoolLow summary={summary} />
          <PoolTiles summary={summary} />
          <Panel aria-label="Health" mt="md">
            <PanelHeader
              title="Each session"
              actions={
                summary.total > 0 && (
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
            />
            {sessions.length === 0 ? (
              <Nothing any={summary.total > 0} />
            ) : (
              <div className={classes.table}>
                <DataTable
                  label="Health of the sessions"
                  columns={poolColumns(proxies.data?.proxies ?? [], sessions)}
                  rows={sessions}
                  rowKey={({ id }) => id}
                  waiting={pool.isPlaceholderData}
                  view={`${state} ${page}`}
                />
                <PageFoot
                  page={page}
                  pages={pages}
                  size={PAGE_SIZE.sessions}
                  total={total}
                  onChange={setPage}
                />
              </div>
            )}
          </Panel>
        </>
      )}
    </QueryView>
  )
}

function Nothing({ any }: { any: boolean }) {
  return any ? (
    <EmptyState title="No session is in this state" hint="Choose another state, or all of them." />
  ) : (
    <EmptyState
      title="No sessions configured"
      hint="Instagram is scraped anonymously as far as possible. The health of sessions is shown here once there are some."
    />
  )
}
