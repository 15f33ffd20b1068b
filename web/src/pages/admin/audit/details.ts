import type { Schema } from '@/api/types'
import { formatCost, readCost } from '@/util/metrics/cost'
import { formatCounted, formatDate, formatExact } from '@/util/format'
import { isPlatform, byPlatform, platformFields, PLATFORMS } from '@/util/platform'

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

/** Formats the fields that this version does not have: a newer server may send them, and every field of an entry is shown. */
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

type Entry = Pick<Schema<'AuditEntry'>, 'action' | 'group_id'> & { details: Details }

/** Finds the names of groups in the audit entries, which are ordered newest first; the most recent name is used. */
export function namedGroups(entries: readonly Entry[]): ReadonlyMap<number, string> {
  return new Map(
    entries.toReversed().flatMap(({ action, group_id, details }): [number, string][] => {
      const name = details['name']
      return action.startsWith('group.') && group_id != null && typeof name === 'string'
        ? [[group_id, name]]
        : []
    }),
  )
}

/** Additional data of an audit entry, beside actor and action. */
type Details = Record<string, unknown>

/** Text of a field, given the entry's other fields; empty if those already express it. */
type Formatter = (value: unknown, all: Details) => string

const REASONS: Record<string, string> = {
  invalid_credentials: 'Wrong username or password',
  inactive: 'The user or the group is deactivated',
  wrong_password: 'The current password was wrong',
}

const DECISIONS: Record<string, string> = {
  same: 'It is the same account',
  replace: 'The new owner is tracked',
}

/** Personal data that were changed; the entry does not contain them. */
const CHANGED: Record<string, string> = { email: 'Email changed', full_name: 'Name changed' }

/** Texts of all fields that an entry can have, in display order. */
const FIELDS: Record<string, Formatter> = {
  platform: (value) => platformName(value),
  username: (value, { platform }) => (platform === undefined ? asText(value) : `@${asText(value)}`),
  usernames: (value) => listed(value, (name) => `@${name}`),
  urls: (value) => listed(value, (url) => url.replace(/^https:\/\/(www\.)?/, '')),
  name: asText,
  description: (value) => (value === '' ? 'No description' : `Description: ${asText(value)}`),
  is_active: (value) => (value === true ? 'Activated' : 'Deactivated'),
  is_group_admin: (value) => (value === true ? 'Group admin' : 'Member'),
  changed: (value) => listed(value, (field) => CHANGED[field] ?? field),
  accounts: (value) => counted(value, 'account'),
  videos: (value) => counted(value, 'video'),
  items: (value) => counted(value, 'item'),
  // Number of handles in an erasure, which names none.
  groups: (value) => (Array.isArray(value) ? counted(value.length, 'group') : asText(value)),
  erasure: (value) => `Erasure #${count(value)}`,
  call: asText,
  decision: (value) => DECISIONS[asText(value)] ?? asText(value),
  reason: (value) => REASONS[asText(value)] ?? asText(value),
  ...byPlatform((platform) => (value) => `${PLATFORMS[platform].name} every ${counted(value, 'minute')}`),
  content_visibility: (value) =>
    value === 'all'
      ? 'All Content Data shows all groups’ content'
      : 'All Content Data shows only the user’s own group',
  currency: (value, { content_visibility }) => {
    if (value !== null) return `Amounts are in ${asText(value)}`
    return content_visibility === undefined ? 'Uses the default currency' : 'Amounts have no currency'
  },
  time_zone: (value) => {
    if (value === null) return 'Uses the default time zone'
    return value === 'UTC' ? 'Days are UTC' : `Days are in ${asText(value)} time`
  },
  backfill_items: (value) =>
    value === 0
      ? 'All posts of a new account are imported'
      : `${counted(value, 'post')} imported per new account`,
  history_months: (value) =>
    value === null ? 'Detailed history kept forever' : `Detailed history kept for ${counted(value, 'month')}`,
  removed_items_days: (value) =>
    value === null ? 'Removed posts kept forever' : `Removed posts kept for ${counted(value, 'day')}`,
  pictures: (value) => (value === true ? 'Pictures are shown' : 'Pictures are turned off'),
  picture_quota_mib: (value) => `Pictures use up to ${formatExact(Number(value))} MiB`,
  ...platformFields(
    (platform) => `max_${platform}_accounts`,
    (platform) => (value) => `Up to ${counted(value, `${PLATFORMS[platform].name} account`)}`,
  ),
  max_tiktok_videos: (value) => `Up to ${counted(value, 'single video')}`,
  members_manage_accounts: (value) =>
    value === true ? 'All members can manage accounts' : 'Only group admins can manage accounts',
  ...platformFields(
    (platform) => `${platform}_interval`,
    (platform) => (value) => interval(PLATFORMS[platform].name, value),
  ),
  interval_minutes: (value) => interval('The account', value),
  cost: (value) => {
    const cost = readCost(value)
    return cost ? formatCost(cost) : 'Uses the default cost'
  },
  scraper_pool: (value) => (value === null ? 'No scraper pool' : `Scraper pool ${asText(value)}`),
  allowed_scraper_pools: (value) =>
    value === null || (Array.isArray(value) && value.length === 0)
      ? 'Accounts cannot select a scraper pool'
      : `Accounts can select ${listed(value, (pool) => pool)}`,
  region: (value) => (value === '' || value === null ? 'No region' : `Region ${asText(value)}`),
  ...platformFields(
    (platform) => `${platform}_proxy`,
    (platform) => (value) => {
      const { name } = PLATFORMS[platform]
      return value === null ? `${name} without a proxy` : `${name} through ${asText(value)}`
    },
  ),
  session_set: (value) => (value === null ? 'Common set' : `Set ${asText(value)}`),
  page: (value) => `Page ${count(value)}`,
  // The page size is irrelevant to who accessed which data.
  per_page: () => '',
  added: (value) => `${count(value)} added`,
  duplicates: (value) => counted(value, 'duplicate'),
  invalid: (value) => `${count(value)} invalid`,
  session: (value) => `Session ID ${asText(value)}`,
  // A single entry is named by its position, several by their count.
  index: (value) => `Session #${formatExact(Number(value) + 1)}`,
  deleted: (value, { all }) => (all === true ? `All ${counted(value, 'session')}` : ''),
  all: () => '',
  expires_at: (value) => (value === null ? 'No expiration' : `Expires ${formatDate(asText(value))}`),
  // The name is shown beside it.
  user_id: () => '',
  share_link_id: () => '',
  view_id: () => '',
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function count(value: unknown): string {
  return formatExact(Number(value))
}

function counted(value: unknown, one: string): string {
  return formatCounted(Number(value), one)
}

function listed(value: unknown, format: (entry: string) => string): string {
  return Array.isArray(value) ? value.map((entry) => format(asText(entry))).join(', ') : asText(value)
}

function interval(what: string, minutes: unknown): string {
  return minutes === null
    ? `${what} uses the default interval`
    : `${what} every ${counted(minutes, 'minute')}`
}

function platformName(value: unknown): string {
  const name = asText(value)
  return isPlatform(name) ? PLATFORMS[name].name : name
}
