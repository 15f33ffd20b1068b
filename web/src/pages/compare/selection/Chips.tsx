import { lineColor } from '@/charts/plot/lineColors'
import { Chip } from '@/components/forms/search/Chip'
import type { Choice } from '@/util/choices'
import { PLATFORMS } from '@/util/platform'
import { labelsOf } from './choices'
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
        return (
          <Chip
            key={id}
            name={name}
            label={labels[index]}
            note={[group, notes?.get(id)].filter(Boolean).join(' · ')}
            onRemove={(byKeyboard) => onRemove(id, byKeyboard)}
          >
            <span aria-hidden className={classes.mark} style={{ background: lineColor(index) }} />
            {Icon && <Icon size={16} stroke={1.75} role="img" aria-label={PLATFORMS[platform].name} />}
          </Chip>
        )
      })}
    </ul>
  )
}
