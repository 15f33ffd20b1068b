import type { ReactNode } from 'react'
import { itemIdOf, type PlatformItem } from '@/api/fields'
import { HistoryLink } from '@/charts/history/HistoryLink'
import { AccountLink } from '@/components/values/AccountLink'
import { AvailabilityBadge, OutlierBadge } from '@/components/values/Badges'
import { Thumbnail } from '@/components/values/Picture'
import { ExternalLink } from '@/components/values/Texts'
import { knownAccountPath } from '@/util/accountPaths'
import type { Platform } from '@/util/platform'
import classes from './ItemRow.module.css'

type ListProps = { ranked?: boolean; children: ReactNode }

/** Lists items in the order of a number. */
export function ItemList({ ranked = false, children }: ListProps) {
  return (
    <ol className={classes.list} data-ranked={ranked || undefined}>
      {children}
    </ol>
  )
}

type Props = {
  platform: Platform
  item: PlatformItem
  /** Place in a ranked list; none without a number to rank by. */
  rank?: number | undefined
  /** The numbers of the item. */
  children: ReactNode
}

/** Shows an item with links to the platform and its history, its account and its numbers. */
export function ItemRow({ platform, item, rank, children }: Props) {
  const { username, account_id } = item
  return (
    <li className={classes.item}>
      <span className={classes.rank} aria-hidden>
        {rank}
      </span>
      <div className={classes.picture}>
        <Thumbnail platform={platform} picture={item.picture} kind={item.media_kind} />
      </div>
      <ExternalLink href={item.url} className={classes.link ?? ''}>
        <span className={classes.caption}>{item.caption.trim() || itemIdOf(platform, item)}</span>
      </ExternalLink>
      <div className={classes.account}>
        <AccountLink platform={platform} username={username} to={knownAccountPath(platform, account_id)} />
        <HistoryLink id={item.id} name={itemIdOf(platform, item)} platform={platform} />
        <AvailabilityBadge of={item} />
        <OutlierBadge views={item.views} usual={item.usual_views} />
      </div>
      <div className={classes.numbers}>{children}</div>
    </li>
  )
}
