import { withParameters } from '@/util/urlParams'
import { useUrlParams } from '@/util/useUrlParams'
import { parseTrendView, trendParameters, type Show, type TrendView } from './trendView'

/** The view of a trend, stored in the URL; changes add no browser history entries. */
export function useTrendView(usual: Show) {
  const { search, change } = useUrlParams()
  return {
    view: parseTrendView(search, usual),
    show: (next: Partial<TrendView>) =>
      change(
        (now) => withParameters(now, trendParameters({ ...parseTrendView(now, usual), ...next }, usual)),
        { replace: true },
      ),
  }
}
