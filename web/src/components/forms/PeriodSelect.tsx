import { Group, NativeSelect } from '@mantine/core'
import { useRef } from 'react'
import { isPeriodName, PERIODS, withFirstDay, withLastDay, type Days } from '@/util/time/period'
import type { usePeriod } from '@/util/time/usePeriod'
import { DayInput } from './DayInput'

type Props = Pick<ReturnType<typeof usePeriod>, 'period' | 'today' | 'showNamed' | 'showDays'>

/** Selects a named period, or the first and last day of any other. */
export function PeriodSelect({ period, today, showNamed, showDays }: Props) {
  const { name, days } = period
  // The days before the first change since a field got the focus. While a day is typed, its first digit is a valid day too, which must
  // not change the other day for good.
  const before = useRef<Days>(undefined)
  const edit = (change: (days: Days) => Days) => showDays((now) => change((before.current ??= now)))
  const forget = () => {
    before.current = undefined
  }
  return (
    <Group gap="xs" justify="flex-end">
      {name === 'custom' && (
        <Group gap={6} wrap="nowrap">
          <DayInput
            label="First day"
            day={days.from}
            max={today}
            onFocus={forget}
            onChange={(from) => from !== '' && edit((then) => withFirstDay(then, from))}
          />
          <span aria-hidden>–</span>
          <DayInput
            label="Last day"
            day={days.to}
            max={today}
            onFocus={forget}
            onChange={(to) => to !== '' && edit((then) => withLastDay(then, to))}
          />
        </Group>
      )}
      <NativeSelect
        aria-label="Period"
        data={[...PERIODS]}
        value={name}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'custom') showDays((now) => now)
          else if (isPeriodName(value)) showNamed(value)
        }}
      />
    </Group>
  )
}
