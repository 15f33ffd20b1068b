import type { Schema } from '@/shared/api/types'
import { formatCounted } from '@/shared/lib/format'

export type Cadence = Schema<'AccountCadence'>

const HOUR = 60
const DAY = 24 * HOUR

/** Why an account is not read as often as it is set, in a word or two; nothing where it is. */
const REASONS: Record<Cadence['reason'], string> = {
  configured: '',
  quiet: 'quiet',
  private: 'private',
  missing: 'not found',
  refused: 'refused',
  unreadable: 'not understood',
  failing: 'failing',
  undecided: 'nobody has decided',
  suspended: 'suspended',
  inactive: 'group switched off',
}

/** How often an account is read, and why not as it is set: `every 4 h: quiet`, `every hour`, `not scraped: suspended`. */
export function formatRefreshInterval({ every_minutes: minutes, reason }: Cadence): string {
  const every = minutes == null ? 'not scraped' : `every ${duration(minutes)}`
  return [every, REASONS[reason]].filter((text) => text !== '').join(': ')
}

/** `minute`, `15 min`, `hour`, `2.5 h`, `day`, `7 days`: back-off gives any number of minutes, of which tenths of an hour say enough. */
function duration(minutes: number): string {
  if (minutes < HOUR) return minutes === 1 ? 'minute' : `${minutes} min`
  if (minutes % DAY === 0) return minutes === DAY ? 'day' : formatCounted(minutes / DAY, 'day')
  return minutes === HOUR ? 'hour' : `${Math.round((minutes / HOUR) * 10) / 10} h`
}
