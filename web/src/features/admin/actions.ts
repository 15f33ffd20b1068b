/** What the audit log records, in words. */
export const ACTIONS: Record<string, string> = {
  'auth.sign_in': 'Signed in',
  'auth.sign_in_failed': 'Failed to sign in',
  'auth.logout': 'Signed out',
  'auth.register': 'Registered',
  'auth.change_password': 'Changed the own password',
  'access.denied': 'Was refused for want of a role',
  'account.add': 'Added accounts',
  'account.update': 'Changed an account',
  'account.delete': 'Deleted accounts',
  'account.identity': 'Decided whose an account’s name is',
  'group.create': 'Created a group',
  'group.update': 'Changed a group',
  'group.toggle': 'Switched a group on or off',
  'group.delete': 'Deleted a group',
  'user.create': 'Created a user',
  'user.activate': 'Activated a user',
  'user.deactivate': 'Deactivated a user',
  'user.reset_password': 'Reset a password',
  'user.delete': 'Deleted a user',
  'intervals.update': 'Changed the scraping intervals',
  'settings.update': 'Changed the platform settings',
  'facts.update': 'Changed what scrapers know of the platforms',
  'evidence.delete': 'Deleted answers that were not understood',
  'scrape.request': 'Asked for a scrape',
  'video.add': 'Added single videos',
  'video.update': 'Changed a single video',
  'video.delete': 'Deleted a single video',
  'sessions.read': 'Read sessions',
  'sessions.add': 'Added sessions',
  'sessions.delete': 'Deleted sessions',
  'sessions.park': 'Parked a session',
  'sessions.revive': 'Revived a session',
  'sessions.update': 'Changed the proxy of a session',
  'proxy.add': 'Added a proxy',
  'proxy.delete': 'Deleted a proxy',
}

/** An action in words; one that this app does not know yet by its code. */
export function actionInWords(action: string): string {
  return ACTIONS[action] ?? action
}
