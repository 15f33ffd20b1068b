import { PLATFORMS, type Platform } from '@/util/platform'
import { PlatformMark } from './PlatformMark'
import classes from './PlatformName.module.css'

/** A platform's name with its colored dot. */
export function PlatformName({ platform }: { platform: Platform }) {
  return (
    <span className={classes.name}>
      <PlatformMark platform={platform} />
      {PLATFORMS[platform].name}
    </span>
  )
}
