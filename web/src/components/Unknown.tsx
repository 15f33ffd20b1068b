import classes from './Unknown.module.css'

/** Placeholder for an unknown number, with an accessible reason. A single element: a table can have hundreds of them. */
export function Unknown({ reason }: { reason: string }) {
  return (
    <span role="img" aria-label={reason} className={classes.unknown} data-tip={reason}>
      —
    </span>
  )
}
