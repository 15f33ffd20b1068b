import { withParameters } from '@/util/parameters'
import { useAddress } from '@/util/useAddress'
import { parseState, type SessionState } from './states'

/** The state filter of the pool, stored in the URL. */
export function usePoolState() {
  const { search, change } = useAddress()
  return {
    state: parseState(search.get('state')),
    setState: (state: SessionState | undefined) =>
      change((now) => withParameters(now, { state: state ?? '', page: '' })),
  }
}
