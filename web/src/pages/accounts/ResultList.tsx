import { IconAlertTriangle, IconCheck, IconEqual } from '@tabler/icons-react'
import classes from './ResultList.module.css'

/** Result of one entry: added, skipped because it existed, or rejected. */
export type RowResult = { name: string; outcome: 'done' | 'known' | 'failed'; text: string }

type Props = { label: string; results: RowResult[] }

const ICONS = { done: IconCheck, known: IconEqual, failed: IconAlertTriangle }

/** Results of the entries, in the order of input. */
export function ResultList({ label, results }: Props) {
  return (
    // A long list scrolls; without a pointer, scrolling requires focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes.list} aria-label={label} tabIndex={0}>
      {results.map(({ name, outcome, text }, index) => {
        const Icon = ICONS[outcome]
        return (
          // The same entry may occur twice.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={classes.row} data-outcome={outcome}>
            <Icon size={16} stroke={1.75} aria-hidden className={classes.icon} />
            <span className={classes.name}>{name}</span>
            <span className={classes.text}>{text}</span>
          </li>
        )
      })}
    </ul>
  )
}
