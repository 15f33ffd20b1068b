import { withParameters } from '@/shared/address/parameters'
import { useAddress } from '@/shared/address/useAddress'
import type { Platform } from '@/shared/lib/platform'
import { BOTH } from './trend'

const PARAMETER = 'platform'

/** The platforms in the trend, kept in the address: both, unless the reader looks at one alone. */
export function useShownPlatforms() {
  const { search, change } = useAddress()
  const only = BOTH.find((platform) => platform === search.get(PARAMETER))
  return {
    shown: only === undefined ? BOTH : [only],
    /** Takes one of two away; when there is only one, both are shown again. */
    toggle: (platform: Platform) => {
      const next = only === undefined ? BOTH.find((other) => other !== platform) : undefined
      change((now) => withParameters(now, { [PARAMETER]: next ?? '' }), { replace: true })
    },
  }
}
