import { SimpleGrid } from '@mantine/core'
import type { Schema } from '@/shared/api/types'
import { formatExact } from '@/shared/lib/format'
import { StatTile } from '@/shared/ui/StatTile'
import { STATES, type SessionState } from './states'

/** Sessions that stay out of use until a person does something. */
const OUT: SessionState[] = ['challenged', 'dead', 'parked']

/** The pool in numbers of sessions: what can be used, and why the rest cannot. */
export function PoolTiles({ summary }: { summary: Schema<'PoolSummary'> }) {
  const { usable, wanted, in_use: working, cooling, suspect } = summary
  const out = OUT.filter((state) => summary[state] > 0)
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile
        label="Usable"
        note={wanted === 0 ? 'No account asks for any' : `The accounts ask for about ${formatExact(wanted)}`}
      >
        {formatExact(usable)}
      </StatTile>
      <StatTile label="At work" note="Lent to a run right now">
        {formatExact(working)}
      </StatTile>
      <StatTile
        label="Cooling"
        note={
          suspect === 0
            ? 'Come back by themselves'
            : `${formatExact(suspect)} suspect: tried again by themselves`
        }
      >
        {formatExact(cooling + suspect)}
      </StatTile>
      <StatTile
        label="Out of use"
        note={
          out.length === 0
            ? 'Nothing to see to'
            : out
                .map((state) => `${formatExact(summary[state])} ${STATES[state].word.toLowerCase()}`)
                .join(' · ')
        }
      >
        {formatExact(out.reduce((sum, state) => sum + summary[state], 0))}
      </StatTile>
    </SimpleGrid>
  )
}
