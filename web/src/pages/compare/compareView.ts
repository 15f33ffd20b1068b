import { MAX_COMPARED, type Subject } from '@/util/metrics/compare'
import { parseId, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'

export const BY_OPTIONS = [
  { value: 'day', label: 'By date' },
  { value: 'age', label: 'By age of post' },
] as const

export const SHOW_OPTIONS = [
  { value: 'gained', label: 'Gained' },
  { value: 'total', label: 'Total gained' },
  { value: 'indexed', label: 'Indexed' },
] as const

export type By = (typeof BY_OPTIONS)[number]['value']
export type Show = (typeof SHOW_OPTIONS)[number]['value']

/** IDs in the order of the lines, at most as many as can be compared, and what else the URL contains. */
type Chosen = {
  ids: number[]
  /** Texts that are not IDs. */
  invalid: string[]
  /** How many IDs are too many. */
  excess: number
}

export type CompareView = { subject: Subject; chosen: Chosen; by: By; show: Show }

/** Parses a list of IDs: `3,7`. */
export function parseChosen(text: string): Chosen {
  const parts = [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '')
  const ids = parts.flatMap((part) => parseId(part) ?? [])
  return {
    ids: ids.slice(0, MAX_COMPARED),
    invalid: parts.filter((part) => parseId(part) === undefined),
    excess: Math.max(ids.length - MAX_COMPARED, 0),
  }
}

/** Parses the view from the URL; missing or invalid values are replaced by defaults. Members compare accounts only. */
export function parseCompareView(search: URLSearchParams, admin: boolean): CompareView {
  const accounts = search.get('accounts') ?? ''
  // The parameter of the groups may be empty.
  const subject = admin && accounts === '' && search.has('groups') ? 'groups' : 'accounts'
  return {
    subject,
    chosen: parseChosen(search.get(subject) ?? ''),
    by: BY_OPTIONS.find(({ value }) => value === search.get('by'))?.value ?? 'day',
    show: SHOW_OPTIONS.find(({ value }) => value === search.get('show'))?.value ?? 'gained',
  }
}

/** Sets what is compared in the URL. */
export function withChosen(
  search: URLSearchParams,
  subject: Subject,
  ids: readonly number[],
): URLSearchParams {
  const next = withParameters(search, { accounts: '', groups: '' })
  if (subject === 'groups' || ids.length > 0) next.set(subject, ids.join(','))
  return next
}

/** Keeps the comparison in the URL. */
export function useCompareView(admin: boolean) {
  const { search, change } = useUrlParams()
  return {
    ...parseCompareView(search, admin),
    /** A member followed the link of an admin. */
    groupsRefused: !admin && (search.get('groups') ?? '') !== '',
    choose: (subject: Subject, ids: readonly number[]) => change((now) => withChosen(now, subject, ids)),
    setBy: (by: By) =>
      change((now) => withParameters(now, { by: by === 'day' ? '' : by }), { replace: true }),
    setShow: (show: Show) =>
      change((now) => withParameters(now, { show: show === 'gained' ? '' : show }), { replace: true }),
  }
}
