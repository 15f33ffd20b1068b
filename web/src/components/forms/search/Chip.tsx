import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Chip.module.css'

type Props = {
  name: string
  /** Name that distinguishes it from others of the list. */
  label?: string | undefined
  note?: string | undefined
  /** Shown before the name. */
  children?: ReactNode
  /** `byKeyboard`: the focus was on the button that disappears. */
  onRemove: (byKeyboard: boolean) => void
}

/** An entry of a list of what is chosen, which can be removed. */
export function Chip({ name, label = name, note = '', children, onRemove }: Props) {
  return (
    <li className={classes.chip}>
      {children}
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        {note !== '' && <span className={classes.note}>{note}</span>}
      </span>
      <CloseButton
        size="sm"
        iconSize={16}
        className={classes.remove ?? ''}
        aria-label={`Remove ${label}`}
        onClick={({ detail }) => onRemove(detail === 0)}
      />
    </li>
  )
}
