import classes from './ShortcutList.module.css'

type Props = { shortcuts: { keys: string[]; does: string }[] }

export function ShortcutList({ shortcuts }: Props) {
  return (
    <dl className={classes.list}>
      {shortcuts.map(({ keys, does }) => (
        <div key={does} className={classes.row}>
          <dt>
            {keys.map((key, index) => (
              <span key={key}>
                {index > 0 && ' then '}
                <kbd className={classes.key}>{key}</kbd>
              </span>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
