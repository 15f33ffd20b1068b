import { Box } from '@mantine/core'
import { useMemo } from 'react'
import { EmptyState, QueryView, Spinner } from '@/components/QueryView'
import { PageFoot } from '@/components/Page'
import { Panel } from '@/components/Panel'
import { DataTable } from '@/table/DataTable'
import { PAGE_SIZE } from '@/util/constants'
import { auditColumns } from './auditColumns'
import { AuditFilters } from './AuditFilters'
import { namedGroups } from './namedGroups'
import { useAuditLog } from './useAuditLog'
import { useAuditView } from './useAuditView'

/** The audit log, newest first. */
export function AuditTab({ groupId }: { groupId: number | undefined }) {
  const { view, setFilters, setPage } = useAuditView()
  const log = useAuditLog(view, groupId)
  const shown = log.data?.entries
  // Memoized: new columns would re-render every row.
  const columns = useMemo(() => auditColumns(namedGroups(shown ?? [])), [shown])
  return (
    <>
      <AuditFilters view={view} onChange={setFilters} />
      <QueryView query={log} loading={<Spinner />}>
        {({ entries, total, pages }) => {
          if (entries.length === 0)
            return (
              <Panel>
                <EmptyState title="No entry matches" hint="Choose other days, another user or all actions." />
              </Panel>
            )
          return (
            <>
              <Box
                key={view.page}
                aria-busy={log.isPlaceholderData}
                opacity={log.isPlaceholderData ? 0.5 : 1}
              >
                <DataTable label="Audit Log" columns={columns} rows={entries} rowKey={(entry) => entry.id} />
              </Box>
              <PageFoot
                page={view.page}
                pages={pages}
                size={PAGE_SIZE.audit}
                total={total}
                onChange={setPage}
              />
            </>
          )
        }}
      </QueryView>
    </>
  )
}
