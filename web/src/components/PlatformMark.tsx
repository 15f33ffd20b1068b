import type { Platform } from '@/util/platform'
import classes from './PlatformMark.module.css'

/** Small dot in a platform's color, placed beside its name. */
export function PlatformMark({ platform }: { platform: Platform }) {
  return <span aria-hidden className={classes.mark} data-platform={platform} />
}
