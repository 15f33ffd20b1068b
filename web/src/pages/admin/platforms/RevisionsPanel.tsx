import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { EmptyState, QueryView } from '@/components/QueryView'
import { PageFoot } from '@/components/Page'
import { Panel, PanelHeader } from '@/components/Panel'
import { DataTable } from '@/table/DataTable'
import { PAGE_SIZE } from '@/util/constants'
import { useRevisions, type ConfigRevision } from './configQueries'
import { revisionColumns } from './revisionColumns'
import { RevisionDialog } from './RevisionDialog'

const SKELETON_HEIGHT = 120

/** Configuration history: author, time and note of each revision, with a way to restore it. */
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
            <EmptyState title="Never changed" hint="Using built-in defaults." />
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
