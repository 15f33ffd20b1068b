import type { Schema } from '@/api/types'
import { formatCounted } from '@/util/format'

export type Cadence = Schema<'AccountCadence'>

const HOUR = 60
const DAY = 24 * HOUR

/** A quiet account that is updated more often than this needs no explanation. */
const LONG_QUIET = 6 * HOUR

/** Short reason why an account is not updated at its set interval; empty if it is. */
const REASONS: Record<Cadence['reason'], string> = {
  configured: '',
  quiet: 'no recent posts',
  private: 'private',
  missing: 'not found',
  refused: 'last attempt refused',
  unreadable: 'unreadable response',
  failing: 'recent updates failed',
  undecided: 'awaiting review',
  suspended: 'suspended',
  inactive: 'group deactivated',
}

/** Whether the interval deviates from the set one so much that users should know why. */
export function explainsInterval({ every_minutes: minutes, reason }: Cadence): boolean {
  if (reason === 'quiet') return minutes == null || minutes >= LONG_QUIET
  return reason !== 'configured'
}

/** Formats the interval, and the reason for a notable deviation: `Updates about every 11 hours (no recent posts)`. */
export function formatRefreshInterval(cadence: Cadence): string {
  const { every_minutes: minutes, reason } = cadence
  const updates = minutes == null ? 'No updates' : `Updates ${everyText(minutes, reason === 'configured')}`
  return explainsInterval(cadence) ? `${updates} (${REASONS[reason]})` : updates
}

/**
 * Formats minutes: `every 15 min`, `every hour`, `about every 11 hours`, `daily`, `every 7 days`. Back-off yields any number, so it is
 * rounded unless `isExact`.
 */
function everyText(minutes: number, isExact: boolean): string {
  if (minutes === DAY) return 'daily'
  if (minutes % DAY === 0) return `every ${formatCounted(minutes / DAY, 'day')}`
  if (minutes === HOUR) return 'every hour'
  if (minutes < 2 * HOUR || (isExact && minutes % HOUR !== 0))
    return minutes === 1 ? 'every minute' : `every ${minutes} min`
  const hours = `every ${formatCounted(Math.round(minutes / HOUR), 'hour')}`
  return minutes % HOUR === 0 ? hours : `about ${hours}`
}
