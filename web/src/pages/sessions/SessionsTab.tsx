import { Alert, Center, Code, Loader, SimpleGrid } from '@mantine/core'
import '@mantine/core/styles/Code.layer.css'
import { IconAlertTriangle, IconBolt, IconCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import type { Schema } from '@/api/types'
import { Panel, PanelHeader, StatTile } from '@/components/layout/Panel'
import { QueryView } from '@/components/layout/QueryView'
import { PAGE_SIZE, SESSIONS } from '@/util/constants'
import { formatExact } from '@/util/format'
import { dialogOnDemand, onDemand } from '@/util/onDemand'
import { SESSION_PLATFORMS } from '@/util/platform'
import { useUrlParams } from '@/util/url/useUrlParams'
import { PoolNotices } from './PoolNotices'
import type { Added, usePool, useSessions } from './queries'
import { isSameList } from './rows'
import { describePool } from './states'
import { importSummary } from './texts'
import { useSessionLists } from './useSessionLists'
import { withPage } from './view'
import classes from './SessionsTab.module.css'

const AddSessionsDialog = dialogOnDemand(() =>
  import('./SessionDialogs').then((file) => file.AddSessionsDialog),
)
const BulkImportDialog = dialogOnDemand(() =>
  import('./SessionDialogs').then((file) => file.BulkImportDialog),
)
const SessionTable = onDemand(() => import('./SessionTable').then((file) => file.SessionTable), <Loading />)
const DeleteAllDialog = dialogOnDemand(() => import('./SessionDialogs').then((file) => file.DeleteAllDialog))

export type OpenDialog = 'add' | 'import' | 'delete-all'

type Props = {
  dialog: OpenDialog | undefined
  onDialog: (dialog: OpenDialog | undefined) => void
  added: Added | undefined
  onAdded: (added: Added | undefined) => void
}

/** Lists the sessions in pages, with controls for adding more. */
export function SessionsTab({ dialog, onDialog, added, onAdded }: Props) {
  const { search } = useUrlParams()
  const { page, state, list, pool } = useSessionLists()
  useReloadChangedList(list, pool)
  const close = () => onDialog(undefined)
  const paged = state === undefined ? list : pool
  const pages = Math.max(1, paged.data?.total_pages ?? 1)
  // The page in the URL does not exist, or no longer does.
  if (paged.data && !paged.isPlaceholderData && page > pages)
    return <Navigate to={`?${withPage(search, pages)}`} replace />
  return (
    <>
      {added && <ImportResult added={added} onClose={() => onAdded(undefined)} />}
      <QueryView query={pool} loading={null}>
        {(data) => <PoolNotices pool={data} />}
      </QueryView>
      <QueryView query={list} loading={<Loading />}>
        {(data) => (
          <>
            <SessionTiles
              page={page}
              pages={pages}
              total={data.total}
              shown={paged.data?.sessions.length ?? 0}
              summary={pool.data?.summary}
            />
            <PerformanceNotice total={data.total} />
            {paged.data ? (
              <SessionTable
                list={data}
                pool={pool.data}
                waiting={paged.isPlaceholderData || list.isPlaceholderData}
                onAdd={() => onDialog('add')}
              />
            ) : (
              pool.error == null && <Loading />
            )}
            <HowTo />
          </>
        )}
      </QueryView>
      <AddSessionsDialog opened={dialog === 'add'} onClose={close} onAdded={onAdded} />
      <BulkImportDialog opened={dialog === 'import'} onClose={close} onAdded={onAdded} />
      <DeleteAllDialog
        opened={dialog === 'delete-all'}
        total={list.data?.total ?? 0}
        version={list.data?.version ?? null}
        onClose={close}
      />
    </>
  )
}

/** Reads the values again when the statuses show that there are more or fewer: each read is recorded, so that they are not polled. */
function useReloadChangedList(list: ReturnType<typeof useSessions>, pool: ReturnType<typeof usePool>): void {
  const changed = list.data && !list.isPlaceholderData && pool.data && !isSameList(list.data, pool.data)
  const { refetch } = list
  useEffect(() => {
    if (changed) void refetch()
    // Once for each reading of the statuses.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pool.dataUpdatedAt])
}

function Loading() {
  return (
    <Panel mt="md">
      <Center role="status" py="xl">
        <Loader size="sm" mr="sm" />
        Loading sessions...
      </Center>
    </Panel>
  )
}

type SessionTilesProps = {
  page: number
  pages: number
  total: number
  /** Sessions on the page. */
  shown: number
  summary: Schema<'PoolSummary'> | undefined
}

function SessionTiles({ page, pages, total, shown, summary }: SessionTilesProps) {
  const needed = summary?.required
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile
        label="Total Sessions"
        note={needed !== undefined && (needed === 0 ? 'None needed' : `About ${formatExact(needed)} needed`)}
      >
        {formatExact(total)}
      </StatTile>
      <StatTile label="Active" note={summary && describePool(summary)}>
        {formatExact(total)}
      </StatTile>
      <StatTile label="Current Page">
        {page} / {pages}
      </StatTile>
      <StatTile label="Showing">{Math.min(PAGE_SIZE.sessions, shown)} items</StatTile>
    </SimpleGrid>
  )
}

/** Explains why a large pool is paginated. */
function PerformanceNotice({ total }: { total: number }) {
  if (total <= SESSIONS.performanceModeAbove) return null
  return (
    <Alert variant="default" icon={<IconBolt />} title="Performance Mode" mt="md" p="sm" role="note">
      Showing {PAGE_SIZE.sessions} sessions per page for optimal performance
    </Alert>
  )
}

/** Explains where to find a session ID. */
function HowTo() {
  return (
    <Panel aria-label="How to get a session ID" mt="md">
      <PanelHeader title="How to get a session ID" />
      <ol className={classes.steps}>
        <li>Log in to {SESSION_PLATFORMS} in a browser</li>
        <li>Open the developer tools (F12)</li>
        <li>Go to Application/Storage, then Cookies</li>
        <li>
          Find the cookie named <Code>sessionid</Code>
        </li>
        <li>Copy its value</li>
        <li>Add it here</li>
      </ol>
    </Panel>
  )
}

type ImportResultProps = { added: Added; onClose: () => void }

/** Stays open until it is closed, as an import may take long. */
function ImportResult({ added, onClose }: ImportResultProps) {
  const warn = added.invalid > 0 || added.added === 0
  return (
    <Alert
      variant="default"
      icon={warn ? <IconAlertTriangle color="var(--cm-warning)" /> : <IconCheck color="var(--cm-good)" />}
      title={added.added > 0 ? 'Sessions added' : 'No new sessions'}
      mb="md"
      role="status"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={onClose}
    >
      {importSummary(added)}
    </Alert>
  )
}
