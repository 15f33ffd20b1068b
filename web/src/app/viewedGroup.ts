import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useLocation, type Location } from 'react-router'
import { accountKey } from '@/api/account'
import { useIsAdmin } from '@/api/session'
import { PLATFORM_TABS } from '@/util/constants'
import { isPlatform } from '@/util/platform'
import { parseId } from '@/util/url/urlParams'

/** Returns the group whose numbers the screen shows to an admin; undefined for all groups. Members see those of their own group. */
export function useViewedGroup(): number | undefined {
  const location = useLocation()
  const ofAccount = useGroupOfAccount(location.pathname)
  return useIsAdmin() ? (ofAccount ?? selectedGroup(location)) : undefined
}

type Address = Pick<Location, 'pathname' | 'search'>

/** Returns the group that an address selects. */
export function selectedGroup({ pathname, search }: Address): number | undefined {
  const parameters = new URLSearchParams(search)
  // These tabs keep the group for the others.
  if (/^\/admin\/?$/i.test(pathname) && PLATFORM_TABS.includes(parameters.get('tab') ?? '')) return undefined
  return parseId(parameters.get('group'))
}

/** Returns the group of the account whose page is open, once it is known: its address does not name it. */
function useGroupOfAccount(pathname: string): number | undefined {
  const queries = useQueryClient()
  const [, platform = '', id = ''] = pathname.toLowerCase().split('/')
  const account = parseId(id)
  // Notified before the page, which therefore shows the account in its zone at once.
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(listener),
    [queries],
  )
  return useSyncExternalStore(subscribe, () =>
    isPlatform(platform) && account !== undefined
      ? queries.getQueryData<{ group_id?: number }>(accountKey(platform, account))?.group_id
      : undefined,
  )
}
