import { Badge } from '@mantine/core'
import { DELAY } from '@/util/constants'
import { useChanged } from './useChanged'
import classes from './LiveBadge.module.css'

/** Lights up for a moment when `data` changes. Reserves its space, so that the layout does not shift. */
export function LiveBadge({ data }: { data: unknown }) {
  const live = useChanged(data, DELAY.liveBadge)
  return (
    <Badge
      variant="dot"
      color="green"
      tt="none"
      className={classes.live}
      data-live={live || undefined}
      aria-hidden={!live}
    >
      Live
    </Badge>
  )
}
