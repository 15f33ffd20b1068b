import { Skeleton, Text } from '@mantine/core'
import { DataTable } from '@/shared/table/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { PanelHeader } from '@/shared/ui/PanelHeader'
import { QueryView } from '@/shared/ui/QueryView'
import { DeleteEvidence } from './DeleteEvidence'
import { EVIDENCE_COLUMNS } from './evidenceColumns'
import { useEvidence } from './queries'

const SKELETON_HEIGHT = 160

/** Answers of the platforms that no parser understood, for whoever teaches it to. */
export function EvidencePanel() {
  const evidence = useEvidence()
  const count = evidence.data?.answers.length ?? 0
  return (
    <Panel aria-label="Answers that were not understood">
      <PanelHeader
        title="Answers that were not understood"
        actions={count > 0 && <DeleteEvidence count={count} />}
      />
      <QueryView
        query={evidence}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ answers }) =>
          answers.length === 0 ? (
            <EmptyState
              title="Everything was understood"
              hint="When a platform changes its answers, some of them are kept here for two weeks, with what is secret overwritten."
            />
          ) : (
            <>
              <Text fz="sm" c="dimmed" mb="md" maw={720}>
                <code>scraper parse --evidence FILE</code> says what the parser makes of one. What is secret
                in them is overwritten; they go after two weeks.
              </Text>
              <DataTable label="Answers" columns={EVIDENCE_COLUMNS} rows={answers} rowKey={({ id }) => id} />
            </>
          )
        }
      </QueryView>
    </Panel>
  )
}
