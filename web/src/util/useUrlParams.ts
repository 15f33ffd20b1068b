import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

type SearchEdit = (search: URLSearchParams) => URLSearchParams

/** Navigates to other parameters; the returned promise resolves when the navigation is complete. */
type Go = (search: string, replace: boolean) => void | Promise<void>

type Pending = { search: string; replace: boolean }

/**
 * Applies changes to the URL parameters, each on top of the previous one, whether or not the screen has rendered in between. The
 * router returns the parameters of its last render, so the second of two changes in quick succession would undo the first.
 */
export class SearchChanges {
  private pending: Pending | undefined

  /** `read` returns the current parameters of the browser's URL. */
  constructor(private readonly read: () => string) {}

  /** With `replace`, no browser history entry is added, unless a pending change adds one. */
  apply(change: SearchEdit, replace: boolean, go: Go): void {
    const before = this.pending
    const next: Pending = {
      search: textOf(change(new URLSearchParams(before?.search ?? this.read()))),
      replace: replace && (before?.replace ?? true),
    }
    this.pending = next
    void this.follow(next, go)
  }

  private async follow(next: Pending, go: Go): Promise<void> {
    try {
      await go(next.search, next.replace)
    } finally {
      if (this.pending === next) this.pending = undefined
    }
  }
}

/** Formats parameters; lists stay readable: `accounts=3,7`. */
const textOf = (search: URLSearchParams) => search.toString().replaceAll('%2C', ',')

/** Shared by all callers, because there is only one URL. */
const changes = new SearchChanges(() => window.location.search)

type ChangeOptions = {
  /** Do not add a browser history entry. */
  replace?: boolean
  /** Scroll to the top, for a different subject. */
  toTop?: boolean
}

/** Returns the URL parameters and the only function that may change them. */
export function useUrlParams() {
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
