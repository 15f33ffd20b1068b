import { Center, Loader } from '@mantine/core'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { PageHeader } from '@/shared/ui/PageHeader'
import { Panel } from '@/shared/ui/Panel'
import { QueryView } from '@/shared/ui/QueryView'
import type { Added } from './calls'
import { HowTo } from './HowTo'
import { ImportResult } from './ImportResult'
import { PerformanceNotice } from './PerformanceNotice'
import { useSessions } from './queries'
import { SessionDialogs, type OpenDialog } from './SessionDialogs'
import { SessionList } from './SessionList'
import { SessionsActions } from './SessionsActions'
import { SessionTiles } from './SessionTiles'
import { useSessionsPage } from './useSessionsPage'
import classes from './SessionsPage.module.css'

/** The pool of Instagram sessions: what is in it, and every way into it and out of it. */
export function SessionsPage() {
  const { page } = useSessionsPage()
  const sessions = useSessions(page)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [added, setAdded] = useState<Added>()
  const pages = Math.max(1, sessions.data?.total_pages ?? 1)
  // The address names a page that is no longer there, or never was.
  if (sessions.data && !sessions.isPlaceholderData && page > pages)
    return <Navigate to={pages > 1 ? `?page=${pages}` : '?'} replace />
  return (
    <>
      <PageHeader
        title="Instagram Sessions"
        subtitle="Sessions are used globally for all Instagram accounts"
        actions={
          <SessionsActions total={sessions.data?.total ?? 0} onOpen={setDialog} onUploaded={setAdded} />
        }
      />
      {added && <ImportResult added={added} onClose={() => setAdded(undefined)} />}
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
                onAdd={() => setDialog('add')}
              />
            </div>
          </>
        )}
      </QueryView>
      <SessionDialogs
        open={dialog}
        total={sessions.data?.total ?? 0}
        onClose={() => setDialog(undefined)}
        onAdded={setAdded}
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
