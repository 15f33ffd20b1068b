import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { api } from '@/api/client'
import { formatExact } from '@/util/format'
import { outcomeName } from '@/util/states'
import type { OutcomeCount, OutcomeKind } from './outcomes'
import classes from './OutcomeCounts.module.css'

/** Shows how many attempts had each outcome, with its icon. */
export function OutcomeCounts({ counts }: { counts: OutcomeCount[] }) {
  return (
    <ul className={classes.counts} aria-label="Outcomes">
      {counts.map(({ status, count, kind }) => (
        <li key={status}>
          <OutcomeSign kind={kind} />
          {formatExact(count)} {outcomeName(status)}
        </li>
      ))}
    </ul>
  )
}

const SIGNS = {
  read: { icon: IconCheck, color: 'var(--cm-good)' },
  failed: { icon: IconAlertTriangle, color: 'var(--cm-warning)' },
  waiting: { icon: IconClock, color: 'var(--mantine-color-dimmed)' },
} as const

/** Shows success, failure or pending as an icon; the text is beside it. */
export function OutcomeSign({ kind }: { kind: OutcomeKind }) {
  const { icon: Icon, color } = SIGNS[kind]
  return <Icon size={16} stroke={1.75} color={color} aria-hidden style={{ flex: 'none' }} />
}

/** Reads all outcomes with their texts. They change only with the program's version. */
export const useOutcomes = () =>
  api.useQuery('get', '/api/scraping/outcomes', undefined, { staleTime: Number.POSITIVE_INFINITY })
