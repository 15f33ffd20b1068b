import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { KEEPS_SCROLL } from './keepsScroll'
import { textOf } from './urlParams'

type SearchEdit = (search: URLSearchParams) => URLSearchParams

type ChangeOptions = {
  /** Do not add a browser history entry. */
  replace?: boolean
  /** Scroll to the top, for a different subject. */
  toTop?: boolean
}

/**
 * Returns the URL parameters and the only function that may change them. A change starts from the browser's URL: the router returns
 * the parameters of its last render, so the second of two changes in quick succession would undo the first.
 */
export function useUrlParams() {
  const { pathname, search: text } = useLocation()
  const search = useMemo(() => new URLSearchParams(text), [text])
  const navigate = useNavigate()
  const change = useCallback(
    (edit: SearchEdit, { replace = false, toTop = false }: ChangeOptions = {}) => {
      // The address is that of the next screen, whose file is loading: a change, such as typed text, would lead back.
      if (window.location.pathname !== pathname) return
      const next = edit(new URLSearchParams(window.location.search))
      void navigate(`?${textOf(next)}`, { replace, state: toTop ? null : KEEPS_SCROLL })
    },
    [navigate, pathname],
  )
  return { search, change }
}
