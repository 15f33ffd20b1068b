import { dialogOnDemand } from '@/util/onDemand'
import type { Platform } from '@/util/platform'
import { useUrlParams } from '@/util/url/useUrlParams'
import { openHistory, withoutHistory } from './historyUrl'
import type { HistoryItem } from './item'

const HistoryPanel = dialogOnDemand(() => import('./HistoryPanel').then((file) => file.HistoryPanel))

type Props = {
  platform: Platform
  /** The post or video, if it is on the page. */
  itemOf: (id: number) => HistoryItem | undefined
  /** Another chart of the page has the same options in the URL, which stay after the history was closed. */
  keepsView?: boolean
}

/** Shows the history of the item named in the URL. */
export function HistoryDrawer({ platform, itemOf, keepsView = false }: Props) {
  const { search, change } = useUrlParams()
  const id = openHistory(search)
  return (
    <HistoryPanel
      opened={id !== undefined}
      onClose={() => change((now) => withoutHistory(now, keepsView))}
      platform={platform}
      id={id}
      item={id === undefined ? undefined : itemOf(id)}
    />
  )
}
