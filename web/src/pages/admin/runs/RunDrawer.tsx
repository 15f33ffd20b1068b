import { Alert, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Schema } from '@/api/types'
import { AccountLink } from '@/components/values/AccountLink'
import { Drawer } from '@/components/dialogs/Overlays'
import { EmptyState, QueryView, Spinner } from '@/components/layout/QueryView'
import { ExternalLink } from '@/components/values/Texts'
import { OutcomeCounts, OutcomeSign, useOutcomes } from '@/pages/admin/OutcomeCounts'
import {
  countOutcomes,
  failedFirst,
  kindOf,
  sessionClassLabel,
  type OutcomeKind,
} from '@/pages/admin/outcomes'
import { namedAccountPath } from '@/util/accountPaths'
import { formatBytes } from '@/util/files'
import { formatCounted, formatDate, formatDuration, formatExact } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import { outcomeName } from '@/util/states'
import { usePhone } from '@/util/usePhone'
import { TRIGGERS, unitName } from './labels'
import { useRunUnits, type Run, type Unit } from './queries'
import { RetryRun, RunAccounts, RunRequests, RunStatus, RunTraffic } from './runColumns'
import { useRunsView } from './view'
import classes from './RunDrawer.module.css'

type Props = {
  /** ID of the run named in the URL. */
  id: string | undefined
  /** The run's list entry, if it is on the current page. */
  run: Run | undefined
}

/** Shows the result of each account of a run. */
export function RunDrawer({ id, run }: Props) {
  const phone = usePhone()
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
  const units = useRunUnits(id)
  const outcomes = useOutcomes()
  return (
    <QueryView query={units} loading={<Spinner />}>
      {({ units: rows }) => <RunUnits run={run} units={rows} outcomes={outcomes.data?.outcomes ?? []} />}
    </QueryView>
  )
}

const DETAILS: [label: string, value: (run: Run) => ReactNode][] = [
  ['Status', (run) => <RunStatus run={run} />],
  ['Platform', ({ platform }) => PLATFORMS[platform].name],
  ['Trigger', ({ trigger }) => TRIGGERS[trigger]],
  ['Accounts', (run) => <RunAccounts run={run} />],
  [
    'New / updated',
    ({ items_new: fresh, items_updated: old }) => `${formatExact(fresh)} / ${formatExact(old)}`,
  ],
  ['Requests', (run) => <RunRequests run={run} />],
  ['Traffic', (run) => <RunTraffic run={run} />],
  ['Duration', ({ seconds }) => (seconds == null ? '—' : formatDuration(seconds))],
  ['Access', ({ session_class: sessionClass }) => sessionClassLabel(sessionClass)],
]

/** Shows the results and cost of a run. */
function RunDetails({ run }: { run: Run }) {
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
        {run.scraper_pool != null && (
          <div>
            <dt>Scraper pool</dt>
            <dd>{run.scraper_pool}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

type RunUnitsProps = {
  /** The run's list entry, if it is on the current page. */
  run: Run | undefined
  units: Unit[]
  outcomes: Schema<'OutcomeEntry'>[]
}

/**
 * Counts the units of a run per outcome, and lists each with its handling: failures first, after the run, so that no row moves
 * while it is read.
 */
function RunUnits({ run, units, outcomes }: RunUnitsProps) {
  if (units.length === 0)
    return <EmptyState title="Details have expired" hint="The details of a run are kept for a week." />
  const running = run !== undefined && run.status !== 'completed'
  const rows = running ? units : failedFirst(units, outcomes)
  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <OutcomeCounts counts={countOutcomes(units, outcomes)} />
        {run && <RetryRun run={run} />}
      </Group>
      <ul className={classes.units} aria-label="Accounts of this run">
        {rows.map((unit) => (
          <UnitRow key={unit.id} platform={run?.platform} unit={unit} kind={kindOf(unit.status, outcomes)} />
        ))}
      </ul>
    </>
  )
}

type UnitRowProps = { platform: Platform | undefined; unit: Unit; kind: OutcomeKind }

/** Shows the outcome of one account or single video, how that is handled, and its cost. */
function UnitRow({ platform, unit, kind }: UnitRowProps) {
  const { status, status_text: text, handling, detail, groups } = unit
  return (
    <li className={classes.unit}>
      <OutcomeSign kind={kind} />
      <div className={classes.about}>
        <div className={classes.head}>
          <span className={classes.name}>
            <UnitName platform={platform} unit={unit} />
          </span>
          <span className={classes.quiet}>{groups.map((group) => group.name).join(', ')}</span>
        </div>
        {kind === 'failed' && (
          <>
            <div>{namedText(outcomeName(status), text)}</div>
            {handling != null && <div className={classes.quiet}>Next: {lowerFirst(handling)}</div>}
            {detail !== '' && <code className={classes.detail}>{detail}</code>}
          </>
        )}
        {kind === 'waiting' ? (
          <div className={classes.quiet}>{text}</div>
        ) : (
          <div className={classes.quiet}>{formatUnitCost(unit)}</div>
        )}
      </div>
    </li>
  )
}

type UnitNameProps = Omit<UnitRowProps, 'kind'>

/** Links to the page of an account in a group that tracks it, or to a single video. */
function UnitName({ platform, unit }: UnitNameProps) {
  const { username, url, groups } = unit
  const name = unitName(unit)
  if (url != null) return <ExternalLink href={url}>{name}</ExternalLink>
  const [group] = groups
  if (platform === undefined || !username || group === undefined) return name
  const to = namedAccountPath(platform, username, group.id)
  return <AccountLink platform={platform} username={username} to={to} />
}

/** Precedes a text with the name of its outcome unless the text begins with that. */
const namedText = (name: string, text: string) => (text.startsWith(name) ? text : `${name}: ${text}`)

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function formatUnitCost({
  items_new: fresh,
  items_updated: updated,
  requests,
  bytes,
  seconds,
}: Unit): string {
  return [
    `${formatExact(fresh)} new, ${formatExact(updated)} updated`,
    // Without any, they were not recorded, or none was sent.
    ...(requests === 0 ? [] : [formatCounted(requests, 'request'), formatBytes(bytes)]),
    ...(seconds == null ? [] : [formatDuration(seconds)]),
  ].join(' · ')
}
