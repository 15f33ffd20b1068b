import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { useLocation, type Location } from 'react-router'
import { accountKey } from '@/api/account'
import { useIsAdmin } from '@/api/session'
import { PLATFORM_TABS } from '@/util/constants'
import { isPlatform, type Platform } from '@/util/platform'
import { parseId } from '@/util/url/urlParams'
import { ADMIN_SCREENS, SCREENS } from './screens'

/** Paths of the screens that show the group of their address. The navigation opens the list of what needs attention for all groups. */
const OF_GROUP = new Set([
  '/attention',
  ...[...SCREENS, ...ADMIN_SCREENS].flatMap(({ path, ofGroup }) => (ofGroup ? path : [])),
])

/**
 * Returns the group whose numbers the screen shows to an admin; undefined for all groups. Members see those of their own group. The
 * address of an account does not name its group: until the account is known, it is the last one.
 */
export function useViewedGroup(): number | undefined {
  const location = useLocation()
  const account = accountAt(location.pathname)
  const ofAccount = useGroupOfAccount(account)
  const [last, setLast] = useState<number>()
  const isAdmin = useIsAdmin()
  if (!isAdmin) return undefined
  const viewed = account ? (ofAccount ?? last) : selectedGroup(location)
  if (viewed !== last) setLast(viewed)
  return viewed
}

type Address = Pick<Location, 'pathname' | 'search'>

/** Returns the group that an address selects. */
export function selectedGroup({ pathname, search }: Address): number | undefined {
  // As the router compares them.
  const path = pathname.toLowerCase().replace(/(?<=.)\/+$/, '')
  const parameters = new URLSearchParams(search)
  // These tabs keep the group for the others.
  const isForAll = path === '/admin' && PLATFORM_TABS.includes(parameters.get('tab') ?? '')
  return OF_GROUP.has(path) && !isForAll ? parseId(parameters.get('group')) : undefined
}

type AccountAddress = { platform: Platform; id: number }

function accountAt(pathname: string): AccountAddress | undefined {
  const [, platform = '', text = ''] = pathname.toLowerCase().split('/')
  const id = parseId(text)
  return isPlatform(platform) && id !== undefined ? { platform, id } : undefined
}

/** Returns the group of the account whose page is open, once it is known. */
function useGroupOfAccount(account: AccountAddress | undefined): number | undefined {
  const queries = useQueryClient()
  // Notified before the page, which therefore shows the account in its zone at once.
  const subscribe = useCallback(
    (listener: () => void) => queries.getQueryCache().subscribe(listener),
    [queries],
  )
  return useSyncExternalStore(
    subscribe,
    () =>
      account &&
      queries.getQueryData<{ group_id?: number }>(accountKey(account.platform, account.id))?.group_id,
  )
}
