import { SimpleGrid } from '@mantine/core'
import type { Schema } from '@/api/types'
import { StatTile } from '@/components/Panel'
import { formatExact } from '@/util/format'
import { STATES, type SessionState } from './states'

/** States that an admin has to resolve. */
const OUT: SessionState[] = ['challenged', 'dead', 'disabled']

/** The pool in numbers: usable sessions, and why the others are not usable. */
export function PoolTiles({ summary }: { summary: Schema<'PoolSummary'> }) {
  const { usable, required, in_use: working, cooling, suspect } = summary
  const out = OUT.filter((state) => summary[state] > 0)
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile
        label="Available"
        note={
          required === 0 ? 'Not needed by any account' : `The accounts need about ${formatExact(required)}`
        }
      >
        {formatExact(usable)}
      </StatTile>
      <StatTile label="In use" note="Currently leased to a run">
        {formatExact(working)}
      </StatTile>
      <StatTile
        label="Cooling down"
        note={
          suspect === 0 ? 'Recover automatically' : `${formatExact(suspect)} suspect: retried automatically`
        }
      >
        {formatExact(cooling + suspect)}
      </StatTile>
      <StatTile
        label="Disabled"
        note={
          out.length === 0
            ? 'No action needed'
            : out
                .map((state) => `${formatExact(summary[state])} ${STATES[state].label.toLowerCase()}`)
                .join(' · ')
        }
      >
        {formatExact(out.reduce((sum, state) => sum + summary[state], 0))}
      </StatTile>
    </SimpleGrid>
  )
}
