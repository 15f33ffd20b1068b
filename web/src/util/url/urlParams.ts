/** Sets these parameters in the URL and removes empty ones. Other parameters are kept. */
export function withParameters(search: URLSearchParams, parameters: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of Object.keys(parameters)) next.delete(name)
  for (const [name, value] of Object.entries(parameters)) if (value !== '') next.set(name, value)
  return next
}

/** Formats parameters; lists stay readable: `accounts=3,7`. */
export const textOf = (search: URLSearchParams): string => search.toString().replaceAll('%2C', ',')

/** Parameters that are not part of a view of a table: the page, and an open history with its options. */
export const VISIT_PARAMETERS = ['page', 'item', 'of', 'metric', 'show', 'days']

/** Removes these parameters. Others are kept. */
export function withoutParameters(search: URLSearchParams, names: readonly string[]): URLSearchParams {
  return withParameters(search, Object.fromEntries(names.map((name) => [name, ''])))
}

/** Parses a day like `2026-11-21`; an empty string for anything else. */
export function parseDay(text: string | null): string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return ''
  const time = Date.parse(text)
  // JavaScript parses 2026-02-31 as March 3.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? '' : text
}

/** A first and a last day; either may be empty. */
export type DayRange = { from: string; to: string }

/** Swaps the days of a range if they are in the wrong order. */
export function inOrder({ from, to }: DayRange): DayRange {
  return from !== '' && to !== '' && from > to ? { from: to, to: from } : { from, to }
}

/** Formats a page number for the URL: the first page is the default and has no parameter. */
export function pageParameter(page: number): string {
  return page > 1 ? String(page) : ''
}

/** Formats an optional ID for the URL. */
export function idParameter(id: number | undefined): string {
  return id === undefined ? '' : String(id)
}

/** Parses an ID from the URL; undefined if it is invalid. */
export function parseId(text: string | null): number | undefined {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
