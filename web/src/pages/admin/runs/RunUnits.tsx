import { Group } from '@mantine/core'
import type { Schema } from '@/api/types'
import { EmptyState } from '@/components/QueryView'
import { OutcomeCounts } from '@/pages/admin/OutcomeCounts'
import { countOutcomes, kindOf } from '@/pages/admin/outcomes'
import type { Run, Unit } from './queries'
import { RetryRun } from './RetryRun'
import { UnitRow } from './UnitRow'
import classes from './RunUnits.module.css'

type Props = {
  /** The run's list entry, if it is on the current page. */
  run: Run | undefined
  units: Unit[]
  outcomes: Schema<'OutcomeEntry'>[]
}

/** The units of a run: counts per outcome, and each unit with its handling. */
export function RunUnits({ run, units, outcomes }: Props) {
  if (units.length === 0)
    return <EmptyState title="Details have expired" hint="The details of a run are kept for a week." />
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
