import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { PAGE_SIZE } from '@/shared/constants/business'
import { DataTable } from '@/shared/table/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { PageFoot } from '@/shared/ui/PageFoot'
import { Panel } from '@/shared/ui/Panel'
import { PanelHeader } from '@/shared/ui/PanelHeader'
import { QueryView } from '@/shared/ui/QueryView'
import { useRevisions, type ConfigRevision } from './queries'
import { RevisionDialog } from './RevisionDialog'
import { revisionColumns } from './revisionColumns'

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
