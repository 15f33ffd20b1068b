import type { Schema } from '@/api/types'
import { formatCounted } from '@/util/format'

export type Cadence = Schema<'AccountCadence'>

const HOUR = 60
const DAY = 24 * HOUR

/** Short reason why an account is not scraped at its configured interval; empty if it is. */
const REASONS: Record<Cadence['reason'], string> = {
  configured: '',
  quiet: 'quiet',
  private: 'private',
  missing: 'not found',
  refused: 'refused',
  unreadable: 'could not be parsed',
  failing: 'failing',
  undecided: 'awaiting a decision',
  suspended: 'suspended',
  inactive: 'group deactivated',
}

/** Formats the interval with the reason for a deviation: `every 4 h: quiet`, `every hour`, `not scraped: suspended`. */
export function formatRefreshInterval({ every_minutes: minutes, reason }: Cadence): string {
  const every = minutes == null ? 'not scraped' : `every ${duration(minutes)}`
  return [every, REASONS[reason]].filter((text) => text !== '').join(': ')
}

/**
 * Formats minutes after "every": `minute`, `15 min`, `hour`, `2.5 h`, `day`, `7 days`. Back-off yields any number of minutes; a
 * tenth of an hour is precise enough.
 */
function duration(minutes: number): string {
  if (minutes < HOUR) return minutes === 1 ? 'minute' : `${minutes} min`
  if (minutes % DAY === 0) return minutes === DAY ? 'day' : formatCounted(minutes / DAY, 'day')
  return minutes === HOUR ? 'hour' : `${Math.round((minutes / HOUR) * 10) / 10} h`
}
