import { UTC } from '@/util/time/timeZone'

/** Names that browsers still list, with those that replaced them and that users search for. */
const RENAMED: Record<string, string> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
}

const renamed = (zone: string) => RENAMED[zone] ?? zone

/** Returns the zone of the browser. */
export function browserZone(): string {
  return renamed(new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** Returns the zones that the browser has, UTC first, and the stored one even if the browser does not have it. */
export function zonesWith(stored: string): string[] {
  const zones = Intl.supportedValuesOf('timeZone').map(renamed).toSorted()
  return [...new Set([UTC, ...zones, ...(stored === '' ? [] : [stored])])]
}

/** Returns a zone with its offset at a time in milliseconds: `Europe/Berlin (UTC+1)`. */
export function zoneLabel(zone: string, time: number): string {
  if (zone === UTC) return zone
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
    const offset = parts.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return `${zone} (${offset.replace('GMT', 'UTC')})`
  } catch {
    return zone
  }
}

const plain = (text: string) => text.toLowerCase().replaceAll('_', ' ').trim()

/** Returns whether a zone's label contains what the user typed: `new york` finds `America/New_York (UTC-5)`. */
export function matches(label: string, typed: string): boolean {
  return plain(label).includes(plain(typed))
}

export type ZoneOption = { value: string; label: string }

/** Returns the zone that the user typed: its name, or what is part of one label only. Undefined if that is none or several. */
export function zoneTyped(options: readonly ZoneOption[], typed: string): string | undefined {
  const named = options.find(({ value, label }) =>
    [value, label].some((text) => plain(text) === plain(typed)),
  )
  if (named) return named.value
  const found = options.filter(({ label }) => matches(label, typed))
  return found.length === 1 ? found[0]?.value : undefined
}

/** Says why what the user typed selects no zone, and what to do. */
export function notAZone(options: readonly ZoneOption[], typed: string): string {
  const text = typed.trim()
  if (text === '') return 'Select a time zone'
  return options.some(({ label }) => matches(label, text))
    ? `Several time zones match “${text}”. Select one from the list`
    : `No time zone matches “${text}”. Type a large city of the zone, such as Berlin, or an offset, such as UTC+1, and select it from the list`
}
