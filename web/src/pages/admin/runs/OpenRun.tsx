import { Anchor } from '@mantine/core'
import { formatDate, formatFullDate } from '@/util/format'
import type { Run } from './queries'
import { useRunsView } from './useRunsView'

/** Start time of a run, which opens its details. */
export function OpenRun({ run: { id, opened_at: at } }: { run: Run }) {
  const { openRun } = useRunsView()
  return (
    <Anchor component="button" type="button" fz="inherit" fw={600} onClick={() => openRun(id)}>
      <time dateTime={at} title={formatFullDate(at)}>
        {formatDate(at)}
      </time>
    </Anchor>
  )
}
