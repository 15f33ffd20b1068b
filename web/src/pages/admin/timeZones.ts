import { UTC } from '@/util/timeZone'

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
