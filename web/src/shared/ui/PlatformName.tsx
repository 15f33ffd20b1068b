import { PLATFORMS, type Platform } from '@/shared/lib/platform'
import { PlatformMark } from './PlatformMark'
import classes from './PlatformName.module.css'

/** A platform by its name, with the spot of its colour. */
export function PlatformName({ platform }: { platform: Platform }) {
  return (
    <span className={classes.name}>
      <PlatformMark platform={platform} />
      {PLATFORMS[platform].name}
    </span>
  )
}
