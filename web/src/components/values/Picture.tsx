import type { Icon } from '@tabler/icons-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import type { Schema } from '@/api/types'
import { PLATFORMS, type Platform } from '@/util/platform'
import { KINDS } from './Badges'
import classes from './Picture.module.css'

/** Width and height of an item's picture in pixels, as in the style sheet. */
const WIDTH = 40
const HEIGHT = 53

/** Path of a picture; absent if there is none. */
type Path = string | null | undefined

type ThumbnailProps = { platform: Platform; picture: Path; kind?: Schema<'MediaKind'> | null | undefined }

/** Shows the picture of an item; the icon of its kind or platform if there is none. It adds nothing to the text beside it. */
export function Thumbnail({ platform, picture, kind }: ThumbnailProps) {
  const icon = kind == null ? PLATFORMS[platform].icon : KINDS[kind].Icon
  return (
    <span className={classes.frame}>
      <Picture path={picture} icon={icon} width={WIDTH} height={HEIGHT} />
    </span>
  )
}

type AvatarProps = { platform: Platform; picture: Path; size?: number }

/** Shows the picture of an account; the icon of its platform if there is none. */
export function Avatar({ platform, picture, size = 24 }: AvatarProps) {
  return (
    <span className={classes.frame} data-round style={{ '--picture-size': `${size}px` } as CSSProperties}>
      <Picture path={picture} icon={PLATFORMS[platform].icon} width={size} height={size} />
    </span>
  )
}

/** Puts a picture before text. */
export function Beside({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.beside}>
      {picture}
      <div className={classes.text}>{children}</div>
    </div>
  )
}

type PictureProps = { path: Path; icon: Icon; width: number; height: number }

function Picture({ path, icon: Icon, width, height }: PictureProps) {
  // A picture may have been deleted since the list was loaded.
  const [missing, setMissing] = useState<string>()
  if (path == null || path === missing) return <Icon size={16} stroke={1.5} aria-hidden />
  return (
    <img
      src={path}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={classes.picture}
      onError={() => setMissing(path)}
    />
  )
}
