import type { Platform } from '@/shared/lib/platform'
import classes from './PlatformMark.module.css'

/** The small spot of a platform's colour beside its name. */
export function PlatformMark({ platform }: { platform: Platform }) {
  return <span aria-hidden className={classes.mark} data-platform={platform} />
}
