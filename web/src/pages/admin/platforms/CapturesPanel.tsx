import { Skeleton, Text } from '@mantine/core'
import { EmptyState, QueryView } from '@/components/QueryView'
import { Panel, PanelHeader } from '@/components/Panel'
import { DataTable } from '@/table/DataTable'
import { CAPTURE_COLUMNS } from './captureColumns'
import { DeleteCaptures } from './DeleteCaptures'
import { useCaptures } from './queries'

const SKELETON_HEIGHT = 160

/** Platform responses that no parser understood, for developers who extend the parsers. */
export function CapturesPanel() {
  const captures = useCaptures()
  const count = captures.data?.captures.length ?? 0
  return (
    <Panel aria-label="Responses that could not be parsed">
      <PanelHeader
        title="Responses that could not be parsed"
        actions={count > 0 && <DeleteCaptures count={count} />}
      />
      <QueryView
        query={captures}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ captures: rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="All responses could be parsed"
              hint="When a platform changes its responses, some of them are stored here for two weeks, with secrets overwritten."
            />
          ) : (
            <>
              <Text fz="sm" c="dimmed" mb="md" maw={720}>
                <code>scraper parse --capture FILE</code> shows how the parser reads one. Secrets in them are
                overwritten; they are deleted after two weeks.
              </Text>
              <DataTable
                label="Captured responses"
                columns={CAPTURE_COLUMNS}
                rows={rows}
                rowKey={({ id }) => id}
              />
            </>
          )
        }
      </QueryView>
    </Panel>
  )
}
