import { PLATFORM_CODES, withSessions, type Platform } from '@/util/platform'

/** Steps of the setup checklist. Members who may add accounts see the last two; groups and sessions are managed by admins. */
export type Step = { key: 'group' | 'session' | 'account' | 'scrape'; done: boolean }

/** Number of existing objects of each kind; `groups` and `sessions` are unknown for members. */
export type Setup = {
  groups?: number
  sessions?: number
  accounts: Record<Platform, number>
  items: number
}

export function firstSteps({ groups, sessions, accounts, items }: Setup): Step[] {
  const has = (platform: Platform) => accounts[platform] > 0
  const tracking = PLATFORM_CODES.some(has)
  const own: Step[] = [
    { key: 'account', done: tracking },
    { key: 'scrape', done: items > 0 },
  ]
  if (groups === undefined || sessions === undefined) return own
  const needless = tracking && !withSessions(true).some(has)
  return [{ key: 'group', done: groups > 0 }, { key: 'session', done: sessions > 0 || needless }, ...own]
}
