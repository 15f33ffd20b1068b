import { parseId, withParameters } from '@/util/url/urlParams'
import { isPlatform, type Platform } from '@/util/platform'
import { trendParameters, USUAL_VIEW } from '@/charts/days/trendView'

/** URL parameter with the ID of the post or video whose history is open. */
const ITEM = 'item'

/** URL parameter with its platform, on a page with items of several. */
const PLATFORM = 'of'

export function openHistory(search: URLSearchParams): number | undefined {
  return parseId(search.get(ITEM))
}

/** Returns the platform of the open history; undefined if the URL does not name it. */
export function openPlatform(search: URLSearchParams): Platform | undefined {
  const platform = search.get(PLATFORM)
  return isPlatform(platform) ? platform : undefined
}

/** Cache of the last parsed URL parameters, and the same without a history. */
let base = { search: '', rest: '' }

/**
 * Returns the URL that opens a history over the page at `search`; with the platform if the page has items of several. A table has one
 * in every row, so the parameters are parsed once.
 */
export function historyLink(search: string, id: number, platform?: Platform): string {
  if (base.search !== search) {
    const rest = new URLSearchParams(search)
    rest.delete(ITEM)
    rest.delete(PLATFORM)
    base = { search, rest: rest.toString() }
  }
  const before = base.rest === '' ? '' : `${base.rest}&`
  return `?${before}${ITEM}=${id}${platform === undefined ? '' : `&${PLATFORM}=${platform}`}`
}

/** Returns the same URL without the history, and without its options unless they are kept. */
export function withoutHistory(search: URLSearchParams, keepsView = false): URLSearchParams {
  return withParameters(search, {
    [ITEM]: '',
    [PLATFORM]: '',
    ...(!keepsView && trendParameters(USUAL_VIEW, USUAL_VIEW.show)),
  })
}
