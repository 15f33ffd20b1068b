import { Group } from '@mantine/core'
import { OutcomeCounts } from '@/features/admin/outcomes/OutcomeCounts'
import { countOutcomes, kindOf } from '@/features/admin/outcomes/outcomes'
import type { Schema } from '@/shared/api/types'
import { EmptyState } from '@/shared/ui/EmptyState'
import type { Run, Unit } from './queries'
import { RetryRun } from './RetryRun'
import classes from './RunUnits.module.css'
import { UnitRow } from './UnitRow'

type Props = {
  /** What the list says of it, if it is on its page. */
  run: Run | undefined
  units: Unit[]
  outcomes: Schema<'OutcomeEntry'>[]
}

/** The accounts of a run: how many ended alike, and each with what is done about it. */
export function RunUnits({ run, units, outcomes }: Props) {
  if (units.length === 0)
    return <EmptyState title="Nothing is known of its accounts any more" hint="Runs are kept for a week." />
  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <OutcomeCounts counts={countOutcomes(units, outcomes)} />
        {run && <RetryRun run={run} />}
      </Group>
      <ul className={classes.units} aria-label="Accounts of this run">
        {units.map((unit) => (
          <UnitRow key={unit.id} unit={unit} kind={kindOf(unit.status, outcomes)} />
        ))}
      </ul>
    </>
  )
}
