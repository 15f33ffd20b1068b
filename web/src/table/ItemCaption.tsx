import type { ReactNode } from 'react'
import type { Schema } from '@/api/types'
import { Beside, Thumbnail } from '@/components/values/Picture'
import type { Platform } from '@/util/platform'
import classes from './ItemCaption.module.css'

type Props = {
  platform: Platform
  item: {
    picture?: string | null | undefined
    caption?: string | null | undefined
    media_kind?: Schema<'MediaKind'> | null | undefined
  }
  /** What follows below the caption. */
  children: ReactNode
}

/** Shows an item by its picture and two lines of its caption, which is complete in the tooltip. */
export function ItemCaption({ platform, item: { picture, caption, media_kind }, children }: Props) {
  const text = caption?.trim()
  return (
    <Beside picture={<Thumbnail platform={platform} picture={picture} kind={media_kind} />}>
      <div className={classes.item}>
        <div className={classes.caption} title={text} data-none={!text || undefined}>
          {text || 'No caption'}
        </div>
        <div className={classes.about}>{children}</div>
      </div>
    </Beside>
  )
}
