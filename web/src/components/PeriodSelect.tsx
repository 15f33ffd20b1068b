import { Group, Select } from '@mantine/core'
import { addDays, isPeriodName, PERIODS } from '@/util/period'
import type { usePeriod } from '@/util/usePeriod'
import classes from './PeriodSelect.module.css'

type Props = Pick<ReturnType<typeof usePeriod>, 'period' | 'today' | 'show'>

/** Selects a named period, or the first and last day of any other. */
export function PeriodSelect({ period, today, show }: Props) {
  const { name, days } = period
  return (
    <Group gap="xs" justify="flex-end">
      {name === 'custom' && (
        <Group gap={6} wrap="nowrap">
          <input
            type="date"
            aria-label="First day"
            className={classes.day}
            value={days.from}
            min={addDays(today, -3650)}
            max={today}
            onChange={({ currentTarget: { value } }) => value && show('custom', { ...days, from: value })}
          />
          –
          <input
            type="date"
            aria-label="Last day"
            className={classes.day}
            value={days.to}
            max={today}
            onChange={({ currentTarget: { value } }) => value && show('custom', { ...days, to: value })}
          />
        </Group>
      )}
      <Select
        aria-label="Period"
        data={PERIODS}
        value={name}
        allowDeselect={false}
        w={150}
        onChange={(next) => isPeriodName(next) && show(next, next === 'custom' ? days : undefined)}
      />
    </Group>
  )
}
