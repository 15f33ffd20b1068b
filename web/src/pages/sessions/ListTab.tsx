import { Alert, Center, Code, Loader, SimpleGrid } from '@mantine/core'
import '@mantine/core/styles/Code.layer.css'
import { IconAlertTriangle, IconBolt, IconCheck } from '@tabler/icons-react'
import { Navigate } from 'react-router'
import { Panel, PanelHeader, StatTile } from '@/components/Panel'
import { QueryView } from '@/components/QueryView'
import { PAGE_SIZE, SESSIONS } from '@/util/constants'
import { formatExact } from '@/util/format'
import { dialogOnDemand } from '@/util/onDemand'
import { SESSION_PLATFORMS } from '@/util/platform'
import { useSessions, type Added, type SessionsPage } from './queries'
import { SessionList } from './SessionList'
import { importSummary } from './texts'
import { useSessionsPage } from './view'
import classes from './ListTab.module.css'

const AddSessionsDialog = dialogOnDemand(() =>
  import('./SessionDialogs').then((file) => file.AddSessionsDialog),
)
const BulkImportDialog = dialogOnDemand(() =>
  import('./SessionDialogs').then((file) => file.BulkImportDialog),
)
const DeleteAllDialog = dialogOnDemand(() => import('./SessionDialogs').then((file) => file.DeleteAllDialog))

export type OpenDialog = 'add' | 'import' | 'delete-all'

type Props = {
  dialog: OpenDialog | undefined
  onDialog: (dialog: OpenDialog | undefined) => void
  added: Added | undefined
  onAdded: (added: Added | undefined) => void
}

/** Lists the session values in pages, with controls for adding more. */
export function ListTab({ dialog, onDialog, added, onAdded }: Props) {
  const { page } = useSessionsPage()
  const sessions = useSessions(page)
  const close = () => onDialog(undefined)
  const pages = Math.max(1, sessions.data?.total_pages ?? 1)
  // The page in the URL does not exist, or no longer does.
  if (sessions.data && !sessions.isPlaceholderData && page > pages)
    return <Navigate to={pages > 1 ? `?page=${pages}` : '?'} replace />
  return (
    <>
      {added && <ImportResult added={added} onClose={() => onAdded(undefined)} />}
      <QueryView query={sessions} loading={<Loading />}>
        {(data) => (
          <>
            <SessionTiles page={page} pages={pages} list={data} />
            <PerformanceNotice total={data.total} />
            <div className={classes.columns}>
              <HowTo />
              <SessionList
                page={page}
                pages={pages}
                list={data}
                waiting={sessions.isPlaceholderData}
                onAdd={() => onDialog('add')}
              />
            </div>
          </>
        )}
      </QueryView>
      <AddSessionsDialog opened={dialog === 'add'} onClose={close} onAdded={onAdded} />
      <BulkImportDialog opened={dialog === 'import'} onClose={close} onAdded={onAdded} />
      <DeleteAllDialog
        opened={dialog === 'delete-all'}
        total={sessions.data?.total ?? 0}
        version={sessions.data?.version ?? null}
        onClose={close}
      />
    </>
  )
}

function Loading() {
  return (
    <Panel>
      <Center role="status" py="xl">
        <Loader size="sm" mr="sm" />
        Loading sessions...
      </Center>
    </Panel>
  )
}

type SessionTilesProps = { page: number; pages: number; list: SessionsPage }

function SessionTiles({ page, pages, list: { total, sessions } }: SessionTilesProps) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile label="Total Sessions">{formatExact(total)}</StatTile>
      <StatTile label="Active">{formatExact(total)}</StatTile>
      <StatTile label="Current Page">
        {page} / {pages}
      </StatTile>
      <StatTile label="Showing">{Math.min(PAGE_SIZE.sessions, sessions.length)} items</StatTile>
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
    <Panel aria-label="How to get a session ID">
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
