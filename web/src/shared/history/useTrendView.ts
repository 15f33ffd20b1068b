import { withParameters } from '@/shared/address/parameters'
import { useAddress } from '@/shared/address/useAddress'
import { parseTrendView, trendParameters, type Show, type TrendView } from './trendView'

/** What of a trend is shown, kept in the address; looking around does not fill the browser's history. */
export function useTrendView(usual: Show) {
  const { search, change } = useAddress()
  return {
    view: parseTrendView(search, usual),
    show: (next: Partial<TrendView>) =>
      change(
        (now) => withParameters(now, trendParameters({ ...parseTrendView(now, usual), ...next }, usual)),
        { replace: true },
      ),
  }
}
