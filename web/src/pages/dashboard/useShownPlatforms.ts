import { withParameters } from '@/util/urlParams'
import type { Platform } from '@/util/platform'
import { useUrlParams } from '@/util/useUrlParams'
import { BOTH } from './trend'

const PARAMETER = 'platform'

/** The platforms shown in the trend, stored in the URL: both, unless the user chose one. */
export function useShownPlatforms() {
  const { search, change } = useUrlParams()
  const only = BOTH.find((platform) => platform === search.get(PARAMETER))
  return {
    shown: only === undefined ? BOTH : [only],
    /** Hides one of two platforms; if only one is shown, shows both again. */
    toggle: (platform: Platform) => {
      const next = only === undefined ? BOTH.find((other) => other !== platform) : undefined
      change((now) => withParameters(now, { [PARAMETER]: next ?? '' }), { replace: true })
    },
  }
}
