import { useLocation, useNavigate } from 'react-router'
import type { Platform } from '@/util/platform'
import { KEEPS_SCROLL } from '@/util/url/keepsScroll'
import { historyLink } from './historyUrl'

/** Returns a function that opens the history of an item over the current page; with its platform if the page has items of several. */
export function useOpenHistory(): (id: number, platform?: Platform) => void {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (id, platform) => void navigate(historyLink(search, id, platform), { state: KEEPS_SCROLL })
}
