import { Text } from '@mantine/core'
import { AccountLink } from '@/components/values/AccountLink'
import { AvailabilityBadge } from '@/components/values/Badges'
import { Drawer } from '@/components/dialogs/MantineOverlays'
import { ExternalLink } from '@/components/values/Texts'
import { Beside, Thumbnail } from '@/components/values/Picture'
import { Cpm, DateTime, Engagement } from '@/components/values/Values'
import { knownAccountPath } from '@/util/accountPaths'
import { unknownReason } from '@/util/metrics/metrics'
import { PLATFORMS, type Platform } from '@/util/platform'
import { Link } from '@/util/url/Link'
import { usePhone } from '@/util/usePhone'
import type { HistoryItem } from './item'
import { ItemHistory } from './ItemHistory'
import classes from './HistoryDrawer.module.css'

type HistoryDrawerProps = {
  opened: boolean
  onClose: () => void
  platform: Platform
  /** Undefined while the drawer closes. */
  id: number | undefined
  item: HistoryItem | undefined
  /** Currency of the CPM, ISO 4217 code; null without one. */
  currency: string | null
}

/** Shows the history of an item. Imports all that it needs, so that its files are requested together. */
export function HistoryDrawer({ opened, onClose, platform, id, item, currency }: HistoryDrawerProps) {
  const phone = usePhone()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 'min(720px, 90vw)'}
      title={`History of a ${PLATFORMS[platform].item}${item?.username ? ` by @${item.username}` : ''}`}
    >
      {item && <ItemAbout platform={platform} item={item} currency={currency} />}
      {id !== undefined && <ItemHistory platform={platform} id={id} item={item} />}
    </Drawer>
  )
}

type ItemAboutProps = { platform: Platform; item: HistoryItem; currency: string | null }

/** Shows the post or video that a history belongs to: caption, author and date. */
function ItemAbout({ platform, item, currency }: ItemAboutProps) {
  const { name, url, username, account_id, caption, posted, picture, media_kind, money } = item
  return (
    <div className={classes.about}>
      <Beside picture={<Thumbnail platform={platform} picture={picture} kind={media_kind} />}>
        {caption?.trim() && <Text lineClamp={3}>{caption}</Text>}
      </Beside>
      <div className={classes.details}>
        {username !== '' && (
          <AccountLink platform={platform} username={username} to={knownAccountPath(platform, account_id)} />
        )}
        <ExternalLink href={url}>{name}</ExternalLink>
        {username !== '' && (
          <Link to={itemsOf(platform, username)} className={classes.link ?? ''}>
            All {PLATFORMS[platform].items}
          </Link>
        )}
        {posted && (
          <span>
            Posted <DateTime iso={posted} />
          </span>
        )}
        <AvailabilityBadge of={item} />
      </div>
      <div className={classes.details}>
        {money !== undefined && <span>Cost to date {money}</span>}
        <span>
          CPM <Cpm value={item.cpm} unknown={unknownReason('cpm', item)} currency={currency} />
        </span>
        <span>
          Engagement <Engagement value={item.engagement_rate} unknown={unknownReason('engagement', item)} />
        </span>
      </div>
    </div>
  )
}

/** Returns the address of all items of an author. */
function itemsOf(platform: Platform, account: string): string {
  return `/all-data?${new URLSearchParams({ tab: platform, account }).toString()}`
}
