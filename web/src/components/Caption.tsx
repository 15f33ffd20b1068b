import classes from './Caption.module.css'

/** A video's caption, truncated; complete in the tooltip. */
export function Caption({ text }: { text: string | null | undefined }) {
  const caption = text?.trim()
  if (!caption) return <span className={classes.none}>No caption</span>
  return (
    <span className={classes.caption} title={caption}>
      {caption}
    </span>
  )
}
