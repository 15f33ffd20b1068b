import { idParameter, withParameters } from '@/shared/address/parameters'

/** The item whose history is open is kept in the address. */
const PARAMETER = 'item'

export function itemOf(search: URLSearchParams): string | null {
  return search.get(PARAMETER)
}

/** The same address with another item open, or none. */
export function withItem(search: URLSearchParams, id: number | undefined): URLSearchParams {
  return withParameters(search, { [PARAMETER]: idParameter(id) })
}
