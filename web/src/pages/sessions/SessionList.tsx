import { Box, Button, Group, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorMessage } from '@/api/errors'
import { CopyButton } from '@/components/CopyButton'
import { ConfirmDialog } from '@/components/Dialogs'
import { IconButton } from '@/components/IconButton'
import { PageButtons } from '@/components/Page'
import { Panel, PanelHeader } from '@/components/Panel'
import { EmptyState } from '@/components/QueryView'
import { PAGE_SIZE } from '@/util/constants'
import { formatExact, maskSession } from '@/util/format'
import { ERROR, SUCCESS } from '@/util/messages'
import { pageRange } from '@/util/pagination'
import { SESSION_PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'
import { deleteSession, LIST_CHANGED, useReloadSessions, type SessionsPage } from './queries'
import { useSessionsPage } from './view'
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

type SessionRowProps = { number: number; session: string; onDelete: () => void }

/** Masks the session. The server sends an empty value if it cannot decrypt it. */
function SessionRow({ number, session, onDelete }: SessionRowProps) {
  const readable = session !== ''
  return (
    <li className={classes.row}>
      <span className={classes.number}>Session #{number}</span>
      {readable ? (
        <code className={classes.value}>{maskSession(session)}</code>
      ) : (
        <Text fz="sm" c="var(--cm-warning)" className={classes.value}>
          Can no longer be decrypted. Delete it and add it again.
        </Text>
      )}
      <span className={classes.actions}>
        {readable && <CopyButton value={session} label={`Copy session ID #${number}`} />}
        <IconButton
          icon={IconTrash}
          label="Delete session"
          name={`Delete session #${number}`}
          onClick={onDelete}
        />
      </span>
    </li>
  )
}

type DeleteSessionDialogProps = {
  /** Index of the session in the whole list, from 0. */
  index: number | undefined
  version: string | null
  onClose: () => void
}

function DeleteSessionDialog({ index, version, onClose }: DeleteSessionDialogProps) {
  const reload = useReloadSessions()
  const remove = useMutation({
    mutationFn: (position: number) => deleteSession(position, version),
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.sessionDeleted)
      onClose()
    },
    onError: async (error) => {
      const moved = error instanceof ApiError && error.status === LIST_CHANGED
      if (moved) await reload()
      toast.error(moved ? ERROR.sessionsMoved : errorMessage(error, ERROR.deleteSessions))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened={index !== undefined}
      title="Are you sure you want to delete this session?"
      consequence={
        index === undefined
          ? ''
          : `Session #${index + 1} will no longer be used. The ${SESSION_PLATFORMS} accounts and their data stay.`
      }
      confirm="Delete session"
      busy={remove.isPending}
      onConfirm={() => index !== undefined && remove.mutate(index)}
      onClose={onClose}
    />
  )
}
