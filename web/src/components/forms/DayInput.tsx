import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FIRST_DAY } from '@/util/time/period'

type Props = {
  label: string
  /** Empty without a day. */
  day: string
  /** The last day that can be chosen. */
  max?: string
  className?: string | undefined
  onFocus: () => void
  /** Receives complete days, and an empty text after the whole day was deleted. */
  onChange: (day: string) => void
}

/**
 * Asks for a day. While a year is typed, the input contains years such as 0002, which are not reported. The typed text is kept until the
 * field loses the focus: the address changes later, and setting the former day in between would discard the digits of the month.
 */
export function DayInput({ label, day, onFocus, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={typed ?? day}
      min={FIRST_DAY}
      onFocus={onFocus}
      onChange={({ currentTarget: { value, validity } }) => {
        setTyped(value)
        if (validity.valid) onChange(value)
      }}
      onBlur={({ currentTarget: { value, validity } }) => {
        // Deleting the last part of an incomplete day is no change for the browser.
        if (typed === '' && value === '' && validity.valid) onChange('')
        setTyped(undefined)
      }}
      {...rest}
    />
  )
}
