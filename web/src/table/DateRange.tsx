import { TextInput } from '@mantine/core'
import classes from './DateRange.module.css'

type Range = { from: string; to: string }
type Props = { label: string; value: Range; onChange: (change: Partial<Range>) => void }

/** First and last day of a range; either may be empty. */
export function DateRange({ label, value: { from, to }, onChange }: Props) {
  return (
    <fieldset className={classes.range}>
      <legend className={classes.legend}>{label}</legend>
      <TextInput
        type="date"
        className={classes.day ?? ''}
        aria-label={`${label} from`}
        value={from}
        {...(to && { max: to })}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        className={classes.day ?? ''}
        aria-label={`${label} to`}
        value={to}
        {...(from && { min: from })}
        onChange={({ currentTarget }) => onChange({ to: currentTarget.value })}
      />
    </fieldset>
  )
}
