import type { Schema } from '@/api/types'
import { presetDays } from '@/util/time/period'
import {
  idParameter,
  parseId,
  VISIT_PARAMETERS,
  withoutParameters,
  withParameters,
} from '@/util/url/urlParams'

export type SavedView = Schema<'SavedView'>

/** Parameter of a stored view for named days of posting, so that `Last week` is always the last one. */
const NAMED_DAYS = 'posted'

/** Returns the query string to store for what is shown. The group that a view is shared with is known without it. */
export function toQuery(search: URLSearchParams, today: string, isShared: boolean): string {
  const view = withoutParameters(search, VISIT_PARAMETERS)
  if (isShared && parseId(view.get('group')) !== undefined) view.delete('group')
  const [from, to] = [view.get('from') ?? '', view.get('to') ?? '']
  const preset = presetDays(today).find((days) => days.from === from && days.to === to)
  return (preset ? withParameters(view, { from: '', to: '', [NAMED_DAYS]: preset.name }) : view).toString()
}

/** Returns the query string of a view that is shared from now on, or no longer. */
export function movedQuery({ query, group_id }: SavedView, share: boolean, admin: boolean): string {
  const view = new URLSearchParams(query)
  if (share && parseId(view.get('group')) !== undefined) view.delete('group')
  if (!share && admin && group_id != null) view.set('group', idParameter(group_id))
  return view.toString()
}

/** Returns the parameters with which a view is shown. `admin`: the group in the URL decides whose content is shown. */
export function toSearch({ query, group_id }: SavedView, today: string, admin: boolean): URLSearchParams {
  const view = new URLSearchParams(query)
  const named = view.get(NAMED_DAYS)
  view.delete(NAMED_DAYS)
  const preset = presetDays(today).find(({ name }) => name === named)
  return withParameters(view, {
    ...(preset && { from: preset.from, to: preset.to }),
    ...(admin && group_id != null && { group: idParameter(group_id) }),
  })
}

/** Returns the view that is shown, whatever its page and the order of the parameters. */
export function shownView(
  views: readonly SavedView[],
  search: URLSearchParams,
  today: string,
  admin: boolean,
): SavedView | undefined {
  const shown = canonical(withoutParameters(search, VISIT_PARAMETERS))
  return views.find((view) => canonical(toSearch(view, today, admin)) === shown)
}

function canonical(search: URLSearchParams): string {
  const sorted = new URLSearchParams(search)
  sorted.sort()
  return sorted.toString()
}

export type ViewSection = { title: string; views: SavedView[] }

/** Groups views by whom they are for: first the user's own. */
export function sectionsOf(views: readonly SavedView[]): ViewSection[] {
  const sections = new Map<string, SavedView[]>([['My views', []]])
  for (const view of views) {
    const title = view.group_id == null ? 'My views' : `Shared with ${view.group_name ?? 'the group'}`
    sections.set(title, [...(sections.get(title) ?? []), view])
  }
  return [...sections].flatMap(([title, of]) => (of.length === 0 ? [] : [{ title, views: of }]))
}
