import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { QueryView, Spinner } from '@/components/QueryView'
import { useOutcomes } from '@/pages/admin/useOutcomes'
import { formatDate } from '@/util/format'
import { PHONE } from '@/util/constants'
import { useRunUnits, type Run } from './queries'
import { RunDetails } from './RunDetails'
import { RunUnits } from './RunUnits'
import { useRunsView } from './useRunsView'

type Props = {
  /** ID of the run named in the URL. */
  id: string | undefined
  /** The run's list entry, if it is on the current page. */
  run: Run | undefined
}

/** Drawer with the result of each account of a run. */
export function RunDrawer({ id, run }: Props) {
  const phone = useMediaQuery(PHONE)
  const { closeRun } = useRunsView()
  return (
    <Drawer
      opened={id !== undefined}
      onClose={closeRun}
      position="right"
      size={phone ? '100%' : 'min(760px, 90vw)'}
      title={run === undefined ? 'Run' : `Run of ${formatDate(run.opened_at)}`}
    >
      {run && <RunDetails run={run} />}
      {id !== undefined && <Units key={id} id={id} run={run} />}
    </Drawer>
  )
}

function Units({ id, run }: { id: string; run: Run | undefined }) {
  // A run on no page of the list ended long ago, or the list is still loading.
  const ended = run === undefined || run.status === 'completed'
  const units = useRunUnits(id, ended)
  const outcomes = useOutcomes()
  return (
    <QueryView query={units} loading={<Spinner />}>
      {({ units: rows }) => <RunUnits run={run} units={rows} outcomes={outcomes.data?.outcomes ?? []} />}
    </QueryView>
  )
}
