import { dialogOnDemand } from '@/util/onDemand'
import type { Platform } from '@/util/platform'
import { useUrlParams } from '@/util/url/useUrlParams'
import { openHistory, withoutHistory } from './historyUrl'
import type { HistoryItem } from './item'

const HistoryDrawer = dialogOnDemand(() => import('./HistoryDrawer').then((file) => file.HistoryDrawer))

type Props = {
  platform: Platform
  /** The post or video, if it is on the page. */
  itemOf: (id: number) => HistoryItem | undefined
  /** Currency of the CPM, ISO 4217 code; null without one. */
  currency: string | null
  /** Another chart of the page has the same options in the URL, which stay after the history was closed. */
  keepsView?: boolean
}

/** Shows the history of the item named in the URL. */
export function HistoryFromUrl({ platform, itemOf, currency, keepsView = false }: Props) {
  const { search, change } = useUrlParams()
  const id = openHistory(search)
  return (
    <HistoryDrawer
      opened={id !== undefined}
      onClose={() => change((now) => withoutHistory(now, keepsView))}
      platform={platform}
      id={id}
      item={id === undefined ? undefined : itemOf(id)}
      currency={currency}
    />
  )
}
