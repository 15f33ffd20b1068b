import { withParameters } from '@/util/urlParams'
import { useUrlParams } from '@/util/useUrlParams'
import { parseState, type SessionState } from './states'

/** The state filter of the pool, stored in the URL. */
export function usePoolState() {
  const { search, change } = useUrlParams()
  return {
    state: parseState(search.get('state')),
    setState: (state: SessionState | undefined) =>
      change((now) => withParameters(now, { state: state ?? '', page: '' })),
  }
}
