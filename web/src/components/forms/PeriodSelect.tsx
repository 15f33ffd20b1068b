import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { FIRST_DAY, isPeriodName, PERIODS, withFirstDay, withLastDay, type Days } from '@/util/time/period'
import type { usePeriod } from '@/util/time/usePeriod'

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
            today={today}
            onFocus={forget}
            onChange={(from) => edit((then) => withFirstDay(then, from))}
          />
          <span aria-hidden>–</span>
          <DayInput
            label="Last day"
            day={days.to}
            today={today}
            onFocus={forget}
            onChange={(to) => edit((then) => withLastDay(then, to))}
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

type DayInputProps = {
  label: string
  day: string
  today: string
  onFocus: () => void
  onChange: (day: string) => void
}

/**
 * Asks for a day. While a year is typed, the input contains years such as 0002, which are not reported. The typed text is kept until the
 * field loses the focus: the address changes later, and setting the former day in between would discard the digits of the month.
 */
function DayInput({ label, day, today, onFocus, onChange }: DayInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={typed ?? day}
      min={FIRST_DAY}
      max={today}
      onFocus={onFocus}
      onChange={({ currentTarget: { value, validity } }) => {
        setTyped(value)
        if (value !== '' && validity.valid) onChange(value)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
