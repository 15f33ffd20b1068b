import { Button } from '@mantine/core'
import { Panel } from '@/components/layout/Panel'
import { EmptyState } from '@/components/layout/QueryView'
import { MAX_COMPARED, type Subject } from '@/util/metrics/compare'
import { suggestedOf } from './choices'
import { useFound } from '@/pages/compare/queries'

type Props = {
  subject: Subject
  onChoose: (subject: Subject, ids: readonly number[]) => void
}

/** Says what to do, and offers a selection to begin with. */
export function NothingSelected({ subject, onChoose }: Props) {
  const { data } = useFound(subject, '')
  if (data?.total === 0)
    return (
      <Panel>
        <EmptyState title={`No ${subject} yet`} hint={`Tracked ${subject} can be compared here.`} />
      </Panel>
    )
  const suggested = data && suggestedOf(data.choices, MAX_COMPARED)
  return (
    <Panel>
      <EmptyState
        title={`Select up to ${MAX_COMPARED} ${subject} to compare`}
        hint={
          subject === 'accounts'
            ? 'Search for them above: accounts of all platforms can share one chart. The address of this page contains the selection, so you can share it.'
            : 'Search for them above. The address of this page contains the selection, so you can share it.'
        }
        action={
          suggested && (
            <Button
              variant="default"
              mt="xs"
              onClick={() =>
                onChoose(
                  subject,
                  suggested.map(({ id }) => id),
                )
              }
            >
              {suggested.length === data.total
                ? `Compare all ${subject}`
                : `Compare the ${suggested.length} most viewed ${subject}`}
            </Button>
          )
        }
      />
    </Panel>
  )
}
