import { Text } from '@mantine/core'
import { Chip } from '@/components/forms/search/Chip'
import { accountNames, MAX_ACCOUNTS } from './accountNames'
import classes from './AccountChips.module.css'

/** ID of the note that no more accounts can be added. */
export const NOTE_ID = 'account-filter-note'

type Props = {
  /** The account filter of the URL. */
  value: string
  /** `byKeyboard`: the focus was on the button that disappears. */
  onRemove: (name: string, byKeyboard: boolean) => void
}

/** Lists the accounts of the filter; each can be removed. Says so when no more can be added. */
export function AccountChips({ value, onRemove }: Props) {
  const names = accountNames(value)
  return (
    <>
      {names.length > 0 && (
        <ul className={classes.chips} aria-label="Selected accounts">
          {names.map((name) => (
            <Chip key={name} name={name} onRemove={(byKeyboard) => onRemove(name, byKeyboard)} />
          ))}
        </ul>
      )}
      {/* Always there: what appears together with its text is often not announced. */}
      <Text fz="sm" c="dimmed" role="status" id={NOTE_ID} className={classes.note ?? ''}>
        {names.length >= MAX_ACCOUNTS &&
          `You can filter by up to ${MAX_ACCOUNTS} accounts. Remove one to add another.`}
      </Text>
    </>
  )
}
