import { Text } from '@mantine/core'
import { AccountLink } from '@/components/values/AccountLink'
import { AvailabilityBadge } from '@/components/values/Badges'
import { Drawer } from '@/components/dialogs/Overlays'
import { Spinner } from '@/components/layout/QueryView'
import { ExternalLink } from '@/components/values/Texts'
import { Beside, Thumbnail } from '@/components/values/Picture'
import { Cpm, DateTime, Engagement } from '@/components/values/Values'
import { knownAccountPath } from '@/util/accountPaths'
import { unknownReason } from '@/util/metrics/metrics'
import { onDemand } from '@/util/onDemand'
import { PLATFORMS, type Platform } from '@/util/platform'
import { Link } from '@/util/url/Link'
import { usePhone } from '@/util/usePhone'
import { useUrlParams } from '@/util/url/useUrlParams'
import type { HistoryItem } from './item'
import { openHistory, withoutHistory } from './historyUrl'
import classes from './HistoryDrawer.module.css'

const ItemHistory = onDemand(() => import('./ItemHistory').then((file) => file.ItemHistory), <Spinner />)

type Props = {
  platform: Platform
  /** The post or video, if it is on the page. */
  itemOf: (id: number) => HistoryItem | undefined
  /** Another chart of the page has the same options in the URL, which stay after the history was closed. */
  keepsView?: boolean
}

/** Shows the history of the item named in the URL. */
export function HistoryDrawer({ platform, itemOf, keepsView = false }: Props) {
  const phone = usePhone()
  const { search, change } = useUrlParams()
  const id = openHistory(search)
  const item = id === undefined ? undefined : itemOf(id)
  return (
    <Drawer
      opened={id !== undefined}
      onClose={() => change((now) => withoutHistory(now, keepsView))}
      position="right"
      size={phone ? '100%' : 'min(720px, 90vw)'}
      title={`History of a ${PLATFORMS[platform].item}${item?.username ? ` by @${item.username}` : ''}`}
    >
      {item && <ItemAbout platform={platform} item={item} />}
      {id !== undefined && <ItemHistory platform={platform} id={id} item={item} />}
    </Drawer>
  )
}

type ItemAboutProps = { platform: Platform; item: HistoryItem }

/** Shows the post or video that a history belongs to: caption, author and date. */
function ItemAbout({ platform, item }: ItemAboutProps) {
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
          CPM <Cpm value={item.cpm} unknown={unknownReason('cpm', item)} />
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
