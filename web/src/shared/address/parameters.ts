/** The address with these parameters, without those that are empty. Others stay as they are. */
export function withParameters(search: URLSearchParams, parameters: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of Object.keys(parameters)) next.delete(name)
  for (const [name, value] of Object.entries(parameters)) if (value !== '') next.set(name, value)
  return next
}

/** A day like `2026-11-21`; anything else is none, which is empty. */
export function parseDay(text: string | null): string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return ''
  return Number.isNaN(Date.parse(text)) ? '' : text
}

/** How a page is written: the first one is the default and has no parameter. */
export function pageParameter(page: number): string {
  return page > 1 ? String(page) : ''
}

/** How an id is written, if there is one. */
export function idParameter(id: number | undefined): string {
  return id === undefined ? '' : String(id)
}

/** When a day begins in the reader's zone, some days later. */
export function beginOf(day: string, later = 0): string {
  const begin = new Date(`${day}T00:00`)
  begin.setDate(begin.getDate() + later)
  return begin.toISOString()
}
