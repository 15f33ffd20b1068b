import { Button } from '@mantine/core'
import { Panel } from '@/components/Panel'
import { EmptyState } from '@/components/QueryView'
import { MAX_COMPARED, type Subject } from '@/util/compare'
import { suggestedOf, type Choice } from './choices'

type Props = {
  subject: Subject
  all: readonly Choice[]
  onChoose: (subject: Subject, ids: readonly number[]) => void
}

/** Says what to do, and offers a selection to begin with. */
export function NothingSelected({ subject, all, onChoose }: Props) {
  if (all.length === 0)
    return (
      <Panel>
        <EmptyState title={`No ${subject} yet`} hint={`Tracked ${subject} can be compared here.`} />
      </Panel>
    )
  const suggested = suggestedOf(all, MAX_COMPARED)
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
              {suggested.length === all.length
                ? `Compare all ${subject}`
                : `Compare the ${suggested.length} most viewed ${subject}`}
            </Button>
          )
        }
      />
    </Panel>
  )
}
