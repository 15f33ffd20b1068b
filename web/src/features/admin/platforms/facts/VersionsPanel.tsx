import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { PAGE_SIZE } from '@/shared/constants/business'
import { DataTable } from '@/shared/table/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { PageFoot } from '@/shared/ui/PageFoot'
import { Panel } from '@/shared/ui/Panel'
import { PanelHeader } from '@/shared/ui/PanelHeader'
import { QueryView } from '@/shared/ui/QueryView'
import { useVersions, type FactsChange } from './queries'
import { VersionDialog } from './VersionDialog'
import { versionColumns } from './versionColumns'

const SKELETON_HEIGHT = 120

/** What the facts were before: who changed them, when and why, and the way back. */
export function VersionsPanel() {
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<FactsChange>()
  const versions = useVersions(page)
  return (
    <Panel aria-label="Versions of the facts">
      <PanelHeader title="Versions of the facts" />
      <QueryView
        query={versions}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ versions: rows, total, pages }) =>
          rows.length === 0 ? (
            <EmptyState title="Never changed" hint="The facts are those of the release." />
          ) : (
            <>
              <DataTable
                label="Versions"
                columns={versionColumns(setOpened)}
                rows={rows}
                rowKey={({ version }) => version}
                waiting={versions.isPlaceholderData}
                view={String(page)}
              />
              <PageFoot
                page={page}
                pages={pages}
                size={PAGE_SIZE.factsVersions}
                total={total}
                onChange={setPage}
              />
            </>
          )
        }
      </QueryView>
      <VersionDialog change={opened} onClose={() => setOpened(undefined)} />
    </Panel>
  )
}
