/** Steps of the setup checklist. Members see the last two; groups and sessions are managed by admins. */
export type Step = { key: 'group' | 'session' | 'account' | 'scrape'; done: boolean }

/** Number of existing objects of each kind; `groups` and `sessions` are unknown for members. */
export type Setup = {
  groups?: number
  sessions?: number
  instagramAccounts: number
  tiktokAccounts: number
  items: number
}

export function firstSteps({ groups, sessions, instagramAccounts, tiktokAccounts, items }: Setup): Step[] {
  const own: Step[] = [
    { key: 'account', done: instagramAccounts + tiktokAccounts > 0 },
    { key: 'scrape', done: items > 0 },
  ]
  if (groups === undefined || sessions === undefined) return own
  // Only Instagram needs sessions.
  const tiktokOnly = tiktokAccounts > 0 && instagramAccounts === 0
  return [{ key: 'group', done: groups > 0 }, { key: 'session', done: sessions > 0 || tiktokOnly }, ...own]
}
