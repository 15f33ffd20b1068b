import classes from './Unknown.module.css'

/** Stands where a number is not known; says why to everybody. One element: a table can have hundreds of them. */
export function Unknown({ reason }: { reason: string }) {
  return (
    <span role="img" aria-label={reason} className={classes.unknown} data-tip={reason}>
      —
    </span>
  )
}
