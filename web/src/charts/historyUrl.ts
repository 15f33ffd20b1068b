import { parseId, withParameters } from '@/util/urlParams'
import { trendParameters, USUAL_VIEW } from './trendView'

/** Subject of a history: a post or video, or all items of an account. */
export type Subject = { kind: 'item' | 'account'; id: number }

/** URL parameters that name the subject of the open history. */
const PARAMETERS = { item: 'item', account: 'history' } as const

export function openHistory(search: URLSearchParams): Subject | undefined {
  const item = parseId(search.get(PARAMETERS.item))
  if (item !== undefined) return { kind: 'item', id: item }
  const account = parseId(search.get(PARAMETERS.account))
  return account === undefined ? undefined : { kind: 'account', id: account }
}

/** Cache of the last parsed URL parameters, and the same without a history. */
let base = { search: '', rest: '' }

/** Returns the URL that opens a history over the page at `search`. A table has one in every row, so the parameters are parsed once. */
export function historyLink(search: string, { kind, id }: Subject): string {
  if (base.search !== search) {
    const rest = new URLSearchParams(search)
    for (const name of Object.values(PARAMETERS)) rest.delete(name)
    base = { search, rest: rest.toString() }
  }
  const before = base.rest === '' ? '' : `${base.rest}&`
  return `?${before}${PARAMETERS[kind]}=${id}`
}

/** Returns the same URL without the history and its settings. */
export function withoutHistory(search: URLSearchParams): URLSearchParams {
  return withParameters(search, {
    [PARAMETERS.item]: '',
    [PARAMETERS.account]: '',
    ...trendParameters(USUAL_VIEW, USUAL_VIEW.show),
  })
}
