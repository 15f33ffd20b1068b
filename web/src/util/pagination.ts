import { PAGINATION_SIBLINGS } from './constants'
import { formatExact } from './format'

type PageSlot = number | 'gap'

/** Returns the first and last item number (from 1) of a page: "Showing A - B of total". */
export function pageRange(page: number, perPage: number, total: number): { first: number; last: number } {
  if (total === 0) return { first: 0, last: 0 }
  return { first: (page - 1) * perPage + 1, last: Math.min(page * perPage, total) }
}

/** Formats the range: `Showing 101 - 200 of 1,234`, or `of more than 10,000` if the items are only counted so far. */
export function formatRange(page: number, perPage: number, total: number, isMinimum = false): string {
  const { first, last } = pageRange(page, perPage, total)
  return `Showing ${formatExact(first)} - ${formatExact(last)} of ${formatTotal(total, isMinimum)}`
}

/** Formats a number of items: `1,234`, or `more than 10,000` if they are only counted so far. */
export function formatTotal(total: number, isMinimum: boolean): string {
  return `${isMinimum ? 'more than ' : ''}${formatExact(total)}`
}

/** Parses a page number from the URL: whole and at least 1; anything else is page 1. */
export function parsePage(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** Returns the page buttons: first and last, two on either side of the current one, and a gap for omitted pages. */
export function pageWindow(page: number, pages: number): PageSlot[] {
  const near = range(Math.max(1, page - PAGINATION_SIBLINGS), Math.min(pages, page + PAGINATION_SIBLINGS))
  const shown = [...new Set([1, ...near, pages])].filter((number) => number >= 1 && number <= pages)
  return shown.flatMap((number, index) => {
    const previous = shown[index - 1]
    return previous !== undefined && number - previous > 1 ? ['gap' as const, number] : [number]
  })
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
