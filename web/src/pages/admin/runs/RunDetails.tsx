import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { sessionClassLabel } from '@/pages/admin/sessionClass'
import { formatDuration, formatExact } from '@/util/format'
import { formatBytes } from '@/util/files'
import { PLATFORMS } from '@/util/platform'
import { TRIGGERS } from './labels'
import type { Run } from './queries'
import { RunAccounts } from './RunAccounts'
import { RunStatus } from './RunStatus'
import classes from './RunDetails.module.css'

const DETAILS: [label: string, value: (run: Run) => ReactNode][] = [
  ['Status', (run) => <RunStatus run={run} />],
  ['Platform', ({ platform }) => PLATFORMS[platform].name],
  ['Reason', ({ trigger }) => TRIGGERS[trigger]],
  ['Accounts', (run) => <RunAccounts run={run} />],
  [
    'New / updated',
    ({ items_new: fresh, items_updated: old }) => `${formatExact(fresh)} / ${formatExact(old)}`,
  ],
  ['Requests', ({ requests }) => formatExact(requests)],
  ['Traffic', ({ bytes }) => formatBytes(bytes)],
  ['Duration', ({ seconds }) => (seconds == null ? '—' : formatDuration(seconds))],
  ['Client', ({ session_class: sessionClass }) => sessionClassLabel(sessionClass)],
]

/** Results and cost of a run. */
export function RunDetails({ run }: { run: Run }) {
  return (
    <>
      {run.closing_reason !== '' && (
        <Alert
          variant="default"
          icon={<IconAlertTriangle color="var(--cm-warning)" />}
          title={run.closing_reason}
          mb="md"
          role="note"
        />
      )}
      <dl className={classes.details}>
        {DETAILS.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value(run)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
