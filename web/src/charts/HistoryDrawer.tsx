import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { PHONE } from '@/util/constants'
import { PLATFORMS, type Platform } from '@/util/platform'
import { useUrlParams } from '@/util/useUrlParams'
import { AccountHistory } from './AccountHistory'
import { openHistory, withoutHistory } from './historyUrl'
import type { HistoryItem } from './item'
import { ItemAbout } from './ItemAbout'
import { ItemHistory } from './ItemHistory'

type Props = {
  platform: Platform
  /** The post or video, if it is on the page. */
  itemOf: (id: number) => HistoryItem | undefined
  /** Username of an account, if the page has accounts. */
  accountOf?: (id: number) => string | undefined
}

/** Drawer with the history of the item or account named in the URL. */
export function HistoryDrawer({ platform, itemOf, accountOf }: Props) {
  const phone = useMediaQuery(PHONE)
  const { search, change } = useUrlParams()
  const subject = openHistory(search)
  const item = subject?.kind === 'item' ? itemOf(subject.id) : undefined
  const username = subject?.kind === 'account' ? accountOf?.(subject.id) : undefined
  const title =
    subject?.kind === 'item'
      ? `History of a ${PLATFORMS[platform].item}${item?.username ? ` by @${item.username}` : ''}`
      : `History${username === undefined ? '' : ` of @${username}`}`
  return (
    <Drawer
      opened={subject !== undefined}
      onClose={() => change(withoutHistory)}
      position="right"
      size={phone ? '100%' : 'min(720px, 90vw)'}
      title={title}
    >
      {item && <ItemAbout platform={platform} item={item} />}
      {subject?.kind === 'item' && <ItemHistory platform={platform} id={subject.id} item={item} />}
      {subject?.kind === 'account' && <AccountHistory platform={platform} id={subject.id} />}
    </Drawer>
  )
}
