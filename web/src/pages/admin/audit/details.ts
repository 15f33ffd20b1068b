import { formatExact } from '@/util/format'
import { FIELDS, type Details } from './fields'

/** Summarizes the target of an action in one line: `TikTok · @ann, @ben`. */
export function formatDetails(details: unknown): string {
  if (!isDetails(details)) return ''
  // A change is described in the same way as its object.
  const { change, ...rest } = details
  const all = isDetails(change) ? { ...rest, ...change } : details
  const known = Object.entries(FIELDS).flatMap(([name, format]) =>
    name in all ? [format(all[name], all)] : [],
  )
  return [...known, ...unknownFields(all)].filter((text) => text !== '').join(' · ')
}

/** A newer server may send additional fields: every field of an entry is shown. */
function unknownFields(details: Details): string[] {
  return Object.entries(details)
    .filter(([name, value]) => !(name in FIELDS) && value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${formatValue(value)}`)
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value === 'number') return formatExact(value)
  if (!isDetails(value)) return String(value)
  return Object.entries(value)
    .map(([name, inner]) => `${name.replaceAll('_', ' ')} ${formatValue(inner)}`)
    .join(', ')
}

function isDetails(value: unknown): value is Details {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
