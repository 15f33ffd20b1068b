import { Center, Loader } from '@mantine/core'
import { Navigate } from 'react-router'
import { Panel } from '@/components/Panel'
import { QueryView } from '@/components/QueryView'
import { HowTo } from './HowTo'
import { ImportResult } from './ImportResult'
import { PerformanceNotice } from './PerformanceNotice'
import { useSessions } from './queries'
import { SessionDialogs, type OpenDialog } from './SessionDialogs'
import { SessionList } from './SessionList'
import type { Added } from './sessionsApi'
import { SessionTiles } from './SessionTiles'
import { useSessionsPage } from './useSessionsPage'
import classes from './ListTab.module.css'

type Props = {
  dialog: OpenDialog | undefined
  onDialog: (dialog: OpenDialog | undefined) => void
  added: Added | undefined
  onAdded: (added: Added | undefined) => void
}

/** Paginated list of the session values, with controls for adding more. */
export function ListTab({ dialog, onDialog, added, onAdded }: Props) {
  const { page } = useSessionsPage()
  const sessions = useSessions(page)
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
      <SessionDialogs
        open={dialog}
        total={sessions.data?.total ?? 0}
        version={sessions.data?.version ?? null}
        onClose={() => onDialog(undefined)}
        onAdded={onAdded}
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
