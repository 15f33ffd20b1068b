import { withParameters } from '@/shared/address/parameters'
import { parseId } from '@/shared/lib/ids'
import { trendParameters, USUAL_VIEW } from './trendView'

/** What a history is of: a post or video, or all that an account has. */
export type Subject = { kind: 'item' | 'account'; id: number }

/** The parameters of the address that name what the open history is of. */
const PARAMETERS = { item: 'item', account: 'history' } as const

export function openHistory(search: URLSearchParams): Subject | undefined {
  const item = parseId(search.get(PARAMETERS.item))
  if (item !== undefined) return { kind: 'item', id: item }
  const account = parseId(search.get(PARAMETERS.account))
  return account === undefined ? undefined : { kind: 'account', id: account }
}

/** The parameters of the address that a link was last made for, and the same without a history. */
let base = { search: '', rest: '' }

/** Where a link leads that opens a history over the page at `search`. A table has one in every row: they are read once. */
export function historyLink(search: string, { kind, id }: Subject): string {
  if (base.search !== search) {
    const rest = new URLSearchParams(search)
    for (const name of Object.values(PARAMETERS)) rest.delete(name)
    base = { search, rest: rest.toString() }
  }
  const before = base.rest === '' ? '' : `${base.rest}&`
  return `?${before}${PARAMETERS[kind]}=${id}`
}

/** The same address without a history, and without what was chosen in it. */
export function withoutHistory(search: URLSearchParams): URLSearchParams {
  return withParameters(search, {
    [PARAMETERS.item]: '',
    [PARAMETERS.account]: '',
    ...trendParameters(USUAL_VIEW, USUAL_VIEW.show),
  })
}
