import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SearchChanges, type SearchEdit } from './searchChanges'

/** Shared by all callers, because there is only one URL. */
const changes = new SearchChanges(() => window.location.search)

type ChangeOptions = {
  /** Do not add a browser history entry. */
  replace?: boolean
  /** Scroll to the top, for a different subject. */
  toTop?: boolean
}

/** The URL parameters and the only function to change them. */
export function useAddress() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const change = useCallback(
    (edit: SearchEdit, { replace = false, toTop = false }: ChangeOptions = {}) =>
      changes.apply(edit, replace, (next, replaces) =>
        navigate(`?${next}`, { replace: replaces, preventScrollReset: !toTop }),
      ),
    [navigate],
  )
  return { search, change }
}
