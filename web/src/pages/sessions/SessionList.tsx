import { Box, Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '@/components/QueryView'
import { PageButtons } from '@/components/Page'
import { Panel, PanelHeader } from '@/components/Panel'
import { PAGE_SIZE } from '@/util/constants'
import { formatExact } from '@/util/format'
import { pageRange } from '@/util/pagination'
import { DeleteSessionDialog } from './DeleteSessionDialog'
import type { SessionsPage } from './queries'
import { SessionRow } from './SessionRow'
import { useSessionsPage } from './useSessionsPage'
import classes from './SessionList.module.css'

type Props = { page: number; pages: number; list: SessionsPage; waiting: boolean; onAdd: () => void }

export function SessionList({ page, pages, list, waiting, onAdd }: Props) {
  const { setPage } = useSessionsPage()
  const [deleting, setDeleting] = useState<number>()
  const { sessions, total, version } = list
  const { first, last } = pageRange(page, PAGE_SIZE.sessions, total)
  if (total === 0) {
    return (
      <Panel aria-label="Active Sessions">
        <EmptyState
          title="No sessions configured"
          hint="Instagram accounts are scraped with the session of a signed-in browser. One is enough to begin."
          action={
            <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
              Add Your First Session
            </Button>
          }
        />
      </Panel>
    )
  }
  return (
    <Panel aria-label="Active Sessions">
      <PanelHeader
        title={`Active Sessions (Showing ${formatExact(first)} - ${formatExact(last)} of ${formatExact(total)})`}
      />
      <Box component="ul" className={classes.list} aria-busy={waiting} opacity={waiting ? 0.5 : 1}>
        {sessions.map((session, offset) => (
          <SessionRow
            // Keyed by list position: values are unique, but may be unreadable.
            // oxlint-disable-next-line react/no-array-index-key
            key={first + offset}
            number={first + offset}
            session={session}
            onDelete={() => setDeleting(first + offset - 1)}
          />
        ))}
      </Box>
      {pages > 1 && (
        <Group justify="center" mt="md">
          <PageButtons page={page} pages={pages} onChange={setPage} />
        </Group>
      )}
      <DeleteSessionDialog index={deleting} version={version} onClose={() => setDeleting(undefined)} />
    </Panel>
  )
}
