import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classInWords } from '@/features/admin/outcomes/sessionClass'
import { formatDuration } from '@/shared/lib/duration'
import { formatBytes } from '@/shared/lib/files'
import { formatExact } from '@/shared/lib/format'
import { PLATFORMS } from '@/shared/lib/platform'
import type { Run } from './queries'
import { RunAccounts } from './RunAccounts'
import classes from './RunFacts.module.css'
import { RunStatus } from './RunStatus'
import { TRIGGERS } from './words'

const FACTS: [label: string, value: (run: Run) => ReactNode][] = [
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
  ['Took', ({ seconds }) => (seconds == null ? '—' : formatDuration(seconds))],
  ['Asked', ({ session_class: sessionClass }) => classInWords(sessionClass)],
]

/** What a run came to and cost. */
export function RunFacts({ run }: { run: Run }) {
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
      <dl className={classes.facts}>
        {FACTS.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value(run)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
