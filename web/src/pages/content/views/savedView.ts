import type { Schema } from '@/api/types'
import { presetDays, presetOf } from '@/util/time/period'
import {
  idParameter,
  parseId,
  VISIT_PARAMETERS,
  withoutParameters,
  withParameters,
} from '@/util/url/urlParams'

export type SavedView = Schema<'SavedView'>

/**
 * The parameter with the name by which the days of posting were selected. A stored view contains it instead of the days, so that
 * `Last week` is always the last one.
 */
const NAMED_DAYS = 'posted'

/** Returns the query string to store for what is shown. The group that a view is shared with is known without it. */
export function toQuery(search: URLSearchParams, today: string, isShared: boolean): string {
  const view = withoutParameters(search, VISIT_PARAMETERS)
  if (isShared && parseId(view.get('group')) !== undefined) view.delete('group')
  const days = { from: view.get('from') ?? '', to: view.get('to') ?? '' }
  const preset = presetOf(presetDays(today), days, view.get(NAMED_DAYS))
  const named = preset ? { from: '', to: '', [NAMED_DAYS]: preset.name } : { [NAMED_DAYS]: '' }
  return withParameters(view, named).toString()
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
    ...(preset && { from: preset.from, to: preset.to, [NAMED_DAYS]: preset.name }),
    ...(admin && group_id != null && { group: idParameter(group_id) }),
  })
}

/** Returns the view that is shown, whatever its page and the order of the parameters, and whether its days are named. */
export function shownView(
  views: readonly SavedView[],
  search: URLSearchParams,
  today: string,
  admin: boolean,
): SavedView | undefined {
  const shown = canonical(search, today)
  return views.find((view) => canonical(toSearch(view, today, admin), today) === shown)
}

function canonical(search: URLSearchParams, today: string): string {
  const sorted = new URLSearchParams(toQuery(search, today, false))
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
