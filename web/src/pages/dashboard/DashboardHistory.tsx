import { namedItem, type PlatformItem } from '@/api/fields'
import { useCurrencies } from '@/api/useCurrencies'
import { HistoryFromUrl } from '@/charts/history/HistoryFromUrl'
import { openPlatform } from '@/charts/history/historyUrl'
import { DEFAULT_PLATFORM } from '@/util/platform'
import { usePeriod } from '@/util/time/usePeriod'
import { useUrlParams } from '@/util/url/useUrlParams'
import { gainedItems } from './growth/growth'
import { useGains, useTopPerformers } from './queries'

/** Shows the history of the item named in the URL, with what the lists of the page say about it. */
export function DashboardHistory({ groupId }: { groupId: number | undefined }) {
  const { search } = useUrlParams()
  const { period } = usePeriod()
  const gains = useGains(groupId, period).data
  const top = useTopPerformers(groupId).data
  const { tracked: currency } = useCurrencies(groupId)
  const platform = openPlatform(search) ?? DEFAULT_PLATFORM
  const items: PlatformItem[] = [
    ...(gains ? gainedItems(platform, gains).map(({ item }) => item) : []),
    ...(top?.[platform] ?? []),
  ]
  return (
    <HistoryFromUrl
      platform={platform}
      keepsView
      itemOf={(opened) => {
        const item = items.find(({ id }) => id === opened)
        return item && namedItem(platform, item)
      }}
      currency={currency}
    />
  )
}
