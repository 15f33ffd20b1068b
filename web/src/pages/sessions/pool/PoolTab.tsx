import { Alert, NativeSelect, SimpleGrid, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Navigate } from 'react-router'
import type { Schema } from '@/api/types'
import { PageFoot } from '@/components/Page'
import { Panel, PanelHeader, StatTile } from '@/components/Panel'
import { EmptyState, QueryView } from '@/components/QueryView'
import { RelativeTime } from '@/components/Values'
import { usePool, useProxies } from '@/pages/sessions/queries'
import { useSessionsPage, withPage } from '@/pages/sessions/view'
import { DataTable } from '@/table/DataTable'
import { PAGE_SIZE } from '@/util/constants'
import { formatExact } from '@/util/format'
import { SESSION_PLATFORMS } from '@/util/platform'
import { sessionsLow } from '@/util/states'
import { useUrlParams } from '@/util/useUrlParams'
import { poolColumns } from './poolColumns'
import { parseState, STATE_NAMES, STATES, usePoolState, type SessionState } from './states'
import classes from './PoolTab.module.css'

const SKELETON_HEIGHT = 360

/** Shows whether the pool is large enough, and the state of each session with its reason. */
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
              title="All sessions"
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
              <NoSessions any={summary.total > 0} />
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

function NoSessions({ any }: { any: boolean }) {
  return any ? (
    <EmptyState title="No session is in this state" hint="Choose another state, or all of them." />
  ) : (
    <EmptyState
      title="No sessions configured"
      hint={`${SESSION_PLATFORMS} is scraped without a session as far as possible. Sessions that you add show their health here.`}
    />
  )
}

/** Warns that several sessions were refused at once, so that none is marked dead, and names what to check. */
function BreakerOpen({ breaker }: { breaker: Schema<'OpenSessionBreaker'> }) {
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--cm-warning)" />}
      title="Several sessions were refused within ten minutes"
      mb="md"
      role="status"
    >
      The platform or the network path is the likely cause, so no session has been marked dead since{' '}
      <RelativeTime iso={breaker.since} />. They are retried automatically, and this ends{' '}
      <RelativeTime iso={breaker.until} /> at the earliest. Check the network path from the scrapers to{' '}
      {SESSION_PLATFORMS}, such as a proxy, a captive portal or a maintenance page.
    </Alert>
  )
}

/** Warns that there are fewer usable sessions than the accounts require; hidden while there are enough. */
function PoolLow({ summary }: { summary: Schema<'PoolSummary'> }) {
  const text = sessionsLow(summary)
  if (text === undefined) return null
  return (
    <Alert
      variant="default"
      icon={<IconAlertTriangle color="var(--cm-warning)" />}
      title={text}
      mb="md"
      role="status"
    >
      {SESSION_PLATFORMS} accounts are updated later than planned. Add sessions, or resolve the challenges of
      blocked sessions in a browser and re-enable them.
    </Alert>
  )
}

/** States that an admin has to resolve. */
const OUT_OF_USE: SessionState[] = ['challenged', 'dead', 'disabled']

/** Counts the usable sessions, and tells why the others are not usable. */
function PoolTiles({ summary }: { summary: Schema<'PoolSummary'> }) {
  const { usable, required, in_use: working, cooling, suspect } = summary
  const out = OUT_OF_USE.filter((state) => summary[state] > 0)
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile
        label="Available"
        note={required === 0 ? 'None needed' : `About ${formatExact(required)} needed`}
      >
        {formatExact(usable)}
      </StatTile>
      <StatTile label="In use" note="Used by a run">
        {formatExact(working)}
      </StatTile>
      <StatTile
        label="Cooling down"
        note={
          suspect === 0 ? 'Recover automatically' : `${formatExact(suspect)} suspect: retried automatically`
        }
      >
        {formatExact(cooling + suspect)}
      </StatTile>
      <StatTile
        label="Unavailable"
        note={
          out.length === 0
            ? 'None'
            : out
                .map((state) => `${formatExact(summary[state])} ${STATES[state].label.toLowerCase()}`)
                .join(' · ')
        }
      >
        {formatExact(out.reduce((sum, state) => sum + summary[state], 0))}
      </StatTile>
    </SimpleGrid>
  )
}
