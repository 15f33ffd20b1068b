import { CloseButton } from '@mantine/core'
import { lineColor } from '@/charts/plot/lineColors'
import { PLATFORMS } from '@/util/platform'
import { labelsOf, type Choice } from './choices'
import classes from './Chips.module.css'

type Props = {
  choices: readonly Choice[]
  /** Accessible name of the list. */
  label: string
  /** A remark on an account or group: the number of its posts, or why it has no line. */
  notes: ReadonlyMap<number, string> | undefined
  /** `byKeyboard`: the focus was on the button that disappears. */
  onRemove: (id: number, byKeyboard: boolean) => void
}

/** Lists what is compared, with the color of its line; each can be removed. */
export function Chips({ choices, label, notes, onRemove }: Props) {
  const labels = labelsOf(choices)
  return (
    <ul className={classes.chips} aria-label={label}>
      {choices.map(({ id, name, platform, group }, index) => {
        const Icon = platform && PLATFORMS[platform].icon
        const details = [group, notes?.get(id)].filter(Boolean).join(' · ')
        return (
          <li key={id} className={classes.chip}>
            <span aria-hidden className={classes.mark} style={{ background: lineColor(index) }} />
            {Icon && <Icon size={16} stroke={1.75} role="img" aria-label={PLATFORMS[platform].name} />}
            <span className={classes.text}>
              <span className={classes.name}>{name}</span>
              {details !== '' && <span className={classes.note}>{details}</span>}
            </span>
            <CloseButton
              size="sm"
              iconSize={16}
              className={classes.remove ?? ''}
              aria-label={`Remove ${labels[index] ?? name}`}
              onClick={({ detail }) => onRemove(id, detail === 0)}
            />
          </li>
        )
      })}
    </ul>
  )
}
