import { ExternalLink } from '@/components/Texts'
import type { OutcomeKind } from '@/pages/admin/outcomes'
import { OutcomeSign } from '@/pages/admin/OutcomeSign'
import { formatCounted, formatDuration, formatExact } from '@/util/format'
import { formatBytes } from '@/util/files'
import { outcomeName } from '@/util/states'
import type { Unit } from './queries'
import { unitName } from './units'
import classes from './UnitRow.module.css'

type Props = { unit: Unit; kind: OutcomeKind }

/** One account or single video of a run: its outcome, how that is handled, and its cost. */
export function UnitRow({ unit, kind }: Props) {
  const { status, status_text: text, handling, detail, groups, url } = unit
  const name = unitName(unit)
  return (
    <li className={classes.unit}>
      <OutcomeSign kind={kind} />
      <div className={classes.about}>
        <div className={classes.head}>
          <span className={classes.name}>
            {url == null ? name : <ExternalLink href={url}>{name}</ExternalLink>}
          </span>
          <span className={classes.quiet}>{groups.map((group) => group.name).join(', ')}</span>
        </div>
        {kind === 'failed' && (
          <>
            <div>
              {outcomeName(status)}: {text}
            </div>
            {handling != null && <div className={classes.quiet}>Handling: {handling}</div>}
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

function formatUnitCost({
  items_new: fresh,
  items_updated: updated,
  requests,
  bytes,
  seconds,
}: Unit): string {
  return [
    `${formatExact(fresh)} new, ${formatExact(updated)} updated`,
    formatCounted(requests, 'request'),
    formatBytes(bytes),
    ...(seconds == null ? [] : [formatDuration(seconds)]),
  ].join(' · ')
}
