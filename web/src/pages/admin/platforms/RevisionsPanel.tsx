import { Anchor, Button, Code, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Code.layer.css'
import { useState } from 'react'
import { DialogActions } from '@/components/dialogs/Dialogs'
import { Modal } from '@/components/dialogs/Overlays'
import { PageFoot } from '@/components/layout/Page'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { DateTime } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { PAGE_SIZE } from '@/util/constants'
import { toast } from '@/util/toast'
import { formatConfig, type ConfigDocument } from './config'
import { SourceBadge } from './ConfigPanel'
import { usePlatformConfig, useRevisions, useSavePlatformConfig, type ConfigRevision } from './configQueries'

const SKELETON_HEIGHT = 120

/** Shows the configuration history: author, time and note of each revision, with a way to restore it. */
export function RevisionsPanel() {
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<ConfigRevision>()
  const revisions = useRevisions(page)
  return (
    <Panel aria-label="Configuration history">
      <PanelHeader title="Configuration history" />
      <QueryView
        query={revisions}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ revisions: rows, total, pages }) =>
          rows.length === 0 ? (
            <EmptyState title="Never changed" hint="The built-in defaults are in use." />
          ) : (
            <>
              <DataTable
                label="Revisions"
                columns={revisionColumns(setOpened)}
                rows={rows}
                rowKey={({ revision }) => revision}
                waiting={revisions.isPlaceholderData}
                view={String(page)}
              />
              <PageFoot
                page={page}
                pages={pages}
                size={PAGE_SIZE.configRevisions}
                total={total}
                onChange={setPage}
              />
            </>
          )
        }
      </QueryView>
      <RevisionDialog change={opened} onClose={() => setOpened(undefined)} />
    </Panel>
  )
}

/** Returns the columns; `onOpen` shows the contents of a revision. */
function revisionColumns(onOpen: (change: ConfigRevision) => void): Column<ConfigRevision>[] {
  return [
    {
      title: 'Revision',
      card: 'heading',
      cell: (change) => (
        <Anchor component="button" type="button" fz="inherit" fw={600} onClick={() => onOpen(change)}>
          Revision {change.revision}
        </Anchor>
      ),
    },
    { title: 'Layer', card: 'aside', cell: ({ layer }) => <SourceBadge source={layer} /> },
    { title: 'When', card: 'foot', quiet: true, cell: ({ made_at: at }) => <DateTime iso={at} /> },
    { title: 'Changed by', card: 'foot', cell: ({ made_by: by }) => by ?? 'Discovered in platform scripts' },
    { title: 'Reason', card: 'text', quiet: true, cell: ({ note }) => note || '—' },
  ]
}

type RevisionDialogProps = { change: ConfigRevision | undefined; onClose: () => void }

/** Shows the contents of a revision's layer, with a button to restore it. Open while a revision is selected. */
function RevisionDialog({ change, onClose }: RevisionDialogProps) {
  const config = usePlatformConfig()
  const { save, busy } = useSavePlatformConfig({
    revision: config.data?.revision ?? 0,
    onSaved: onClose,
    onRefused: (why) => toast.error(why),
  })
  const mayChange = config.data !== undefined && config.data.managed == null
  const isCurrent = change !== undefined && formatConfig(change.document) === formatConfig(config.data?.own)
  return (
    <Modal
      opened={change !== undefined}
      onClose={onClose}
      title={change && `Revision ${change.revision}`}
      centered
      size="lg"
    >
      {change && (
        <>
          <Text fz="sm" c="dimmed" mb="sm">
            {change.layer === 'admin'
              ? 'All overrides set by admins as of this revision. Going back creates a new revision with the same content.'
              : 'All values discovered in platform scripts at that time. Admin overrides take precedence.'}
          </Text>
          <Code block mah={360} tabIndex={0} aria-label={`Content of revision ${change.revision}`}>
            {formatConfig(change.document)}
          </Code>
          {change.layer === 'admin' && mayChange && !isCurrent && (
            <DialogActions onCancel={onClose} cancelFirst>
              <Button
                loading={busy}
                onClick={() => save(change.document as ConfigDocument, `Back to revision ${change.revision}`)}
              >
                Go back to revision {change.revision}
              </Button>
            </DialogActions>
          )}
        </>
      )}
    </Modal>
  )
}
