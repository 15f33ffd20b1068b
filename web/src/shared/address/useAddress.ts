import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SearchChanges, type SearchEdit } from './searchChanges'

/** There is one address, whoever changes it. */
const changes = new SearchChanges(() => window.location.search)

type ChangeOptions = {
  /** The browser's history gets no entry of its own for this. */
  replace?: boolean
  /** What is shown is another thing, which begins at its top. */
  toTop?: boolean
}

/** The parameters of the address, and how to change them: the one way for all that is kept there. */
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
