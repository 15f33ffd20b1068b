import { useLocation, useNavigate } from 'react-router'
import { historyLink } from './historyUrl'

/** Returns a function that opens the history of an item over the current page. */
export function useOpenHistory(): (id: number) => void {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (id) => void navigate(historyLink(search, id), { preventScrollReset: true })
}
