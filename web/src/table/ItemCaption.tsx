import type { ReactNode } from 'react'
import type { Schema } from '@/api/types'
import { Beside, Thumbnail } from '@/components/values/Picture'
import { loadOnDemand } from '@/util/onDemand'
import type { Platform } from '@/util/platform'
import { useUrlParams } from '@/util/url/useUrlParams'
import { parseTableView } from './tableView'
import classes from './ItemCaption.module.css'

const highlighted = loadOnDemand(() => import('./HighlightedWords').then((file) => file.HighlightedWords))

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
          {text ? <Caption text={text} /> : 'No caption'}
        </div>
        <div className={classes.about}>{children}</div>
      </div>
    </Beside>
  )
}

/** Marks the words of the table's search. */
function Caption({ text }: { text: string }) {
  const { search } = useUrlParams()
  const words = parseTableView(search, []).q.split(/\s+/).filter(Boolean)
  const isSearched = words.length > 0
  const isLoaded = highlighted.useLoaded(isSearched)
  return isSearched && isLoaded ? <highlighted.Loaded text={text} words={words} /> : text
}
