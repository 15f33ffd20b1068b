import { useState } from 'react'
import { useLocation, type Path } from 'react-router'
import { useIsAdmin, useLastPeriod } from '@/api/session'
import { useLastView } from '@/util/url/lastView'
import { idParameter, parseId, textOf, withParameters } from '@/util/url/urlParams'
import { ADMIN_SCREENS, SCREENS, type Screen } from './screens'

const isOfGroup = (pathname: string) =>
  [...SCREENS, ...ADMIN_SCREENS].some(({ path, ofGroup }) => path === pathname && ofGroup)

/**
 * Returns the group that an admin selected last, as a parameter; empty for all. A screen without a group, such as the profile, does
 * not change it. Neither does the list of what needs attention, which the navigation opens for all groups.
 */
function useSelectedGroup(): string {
  const { pathname, search } = useLocation()
  const [last, setLast] = useState('')
  const selected = idParameter(parseId(new URLSearchParams(search).get('group')))
  const here = selected === '' && !isOfGroup(pathname) ? last : selected
  if (here !== last) setLast(here)
  return useIsAdmin() ? here : ''
}

/**
 * Returns what the navigation opens: the view that the user left, for the selected group. The link of the current screen selects no
 * group, so that it leads back to all of them.
 */
export function useScreenAddress(): (screen: Screen) => Partial<Path> {
  const { pathname, search: current } = useLocation()
  const group = useSelectedGroup()
  const view = useLastView()
  const last = useLastPeriod()
  return ({ path, nav, ofGroup }) => {
    const isCurrent = path === pathname
    const search = withParameters(new URLSearchParams(nav?.keepsView ? view : ''), {
      // The screen would add the period again, as another address in the browser's history.
      period: isCurrent && new URLSearchParams(current).get('period') === last ? last : '',
      // Without a group, the view of a member may show all groups.
      ...(group !== '' && ofGroup && !isCurrent && { group }),
    })
    return { pathname: path, search: textOf(search) }
  }
}
