import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FIRST_DAY, isPeriodName, PERIODS, withFirstDay, withLastDay } from '@/util/time/period'
import type { usePeriod } from '@/util/time/usePeriod'

type Props = Pick<ReturnType<typeof usePeriod>, 'period' | 'today' | 'showNamed' | 'showDays'>

/** Selects a named period, or the first and last day of any other. */
export function PeriodSelect({ period, today, showNamed, showDays }: Props) {
  const { name, days } = period
  return (
    <Group gap="xs" justify="flex-end">
      {name === 'custom' && (
        <Group gap={6} wrap="nowrap">
          <DayInput
            label="First day"
            day={days.from}
            today={today}
            onChange={(from) => showDays((now) => withFirstDay(now, from))}
          />
          <span aria-hidden>–</span>
          <DayInput
            label="Last day"
            day={days.to}
            today={today}
            onChange={(to) => showDays((now) => withLastDay(now, to))}
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

type DayInputProps = { label: string; day: string; today: string; onChange: (day: string) => void }

/** Asks for a day. While a year is typed, the input contains years such as 0002, which are not reported. */
function DayInput({ label, day, today, onChange }: DayInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={typed ?? day}
      min={FIRST_DAY}
      max={today}
      onChange={({ currentTarget: { value, validity } }) => {
        const isDay = value !== '' && validity.valid
        setTyped(isDay ? undefined : value)
        if (isDay) onChange(value)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
