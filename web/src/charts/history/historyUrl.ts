import { parseId, withParameters } from '@/util/url/urlParams'
import { trendParameters, USUAL_VIEW } from '@/charts/days/trendView'

/** URL parameter with the ID of the post or video whose history is open. */
const ITEM = 'item'

export function openHistory(search: URLSearchParams): number | undefined {
  return parseId(search.get(ITEM))
}

/** Cache of the last parsed URL parameters, and the same without a history. */
let base = { search: '', rest: '' }

/** Returns the URL that opens a history over the page at `search`. A table has one in every row, so the parameters are parsed once. */
export function historyLink(search: string, id: number): string {
  if (base.search !== search) {
    const rest = new URLSearchParams(search)
    rest.delete(ITEM)
    base = { search, rest: rest.toString() }
  }
  const before = base.rest === '' ? '' : `${base.rest}&`
  return `?${before}${ITEM}=${id}`
}

/** Returns the same URL without the history, and without its options unless they are kept. */
export function withoutHistory(search: URLSearchParams, keepsView = false): URLSearchParams {
  return withParameters(search, {
    [ITEM]: '',
    ...(!keepsView && trendParameters(USUAL_VIEW, USUAL_VIEW.show)),
  })
}
