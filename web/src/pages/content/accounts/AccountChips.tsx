import { Text } from '@mantine/core'
import { Chip } from '@/components/forms/search/Chip'
import { accountNames, MAX_ACCOUNTS } from './accountNames'
import classes from './AccountChips.module.css'

type Props = {
  /** The account filter of the URL. */
  value: string
  /** `byKeyboard`: the focus was on the button that disappears. */
  onRemove: (name: string, byKeyboard: boolean) => void
}

/** Lists the accounts of the filter; each can be removed. Says so when no more can be added. */
export function AccountChips({ value, onRemove }: Props) {
  const names = accountNames(value)
  if (names.length === 0) return null
  return (
    <div className={classes.chosen}>
      <ul className={classes.chips} aria-label="Selected accounts">
        {names.map((name) => (
          <Chip key={name} name={name} onRemove={(byKeyboard) => onRemove(name, byKeyboard)} />
        ))}
      </ul>
      {names.length >= MAX_ACCOUNTS && (
        <Text fz="sm" c="dimmed" role="status">
          {MAX_ACCOUNTS} accounts are the most. Remove one to add another.
        </Text>
      )}
    </div>
  )
}
