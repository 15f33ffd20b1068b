/** Texts for the audit log's actions. */
export const ACTIONS: Record<string, string> = {
  'auth.sign_in': 'Signed in',
  'auth.sign_in_failed': 'Failed to sign in',
  'auth.logout': 'Signed out',
  'auth.register': 'Registered',
  'auth.change_password': 'Changed password',
  'access.denied': 'Access denied',
  'account.add': 'Added accounts',
  'account.update': 'Changed an account',
  'account.delete': 'Deleted accounts',
  'account.restore': 'Restored a deleted account',
  'account.identity': 'Reviewed a username’s new owner',
  'group.create': 'Created a group',
  'group.update': 'Changed a group',
  'group.toggle': 'Activated or deactivated a group',
  'deletion.purge': 'Purged deleted data',
  'group.delete': 'Deleted a group',
  'group.restore': 'Restored a group',
  'user.create': 'Created a user',
  'user.activate': 'Activated a user',
  'user.deactivate': 'Deactivated a user',
  'user.reset_password': 'Reset a password',
  'user.update': 'Changed a user',
  'user.delete': 'Deleted a user',
  'intervals.update': 'Changed the scraping intervals',
  'handle.erase': 'Erased account data',
  'handle.unblock': 'Allowed an erased account again',
  'settings.update': 'Changed the platform settings',
  'platform_config.update': 'Changed the platform configuration',
  'captures.delete': 'Deleted unreadable responses',
  'scrape.request': 'Requested a scrape',
  'video.add': 'Added single videos',
  'video.update': 'Changed a single video',
  'video.delete': 'Deleted a single video',
  'video.restore': 'Restored a deleted single video',
  'share_link.create': 'Created a share link',
  'share_link.delete': 'Deleted a share link',
  'view.create': 'Saved a view',
  'view.update': 'Changed a saved view',
  'view.delete': 'Deleted a saved view',
  'sessions.read': 'Read sessions',
  'sessions.add': 'Added sessions',
  'sessions.delete': 'Deleted sessions',
  'sessions.disable': 'Disabled a session',
  'sessions.reenable': 'Re-enabled a session',
  'sessions.update': 'Changed the proxy or the set of a session',
  'proxy.add': 'Added a proxy',
  'proxy.delete': 'Deleted a proxy',
  'scraper_pool.add': 'Added a scraper pool',
  'scraper_pool.update': 'Changed a scraper pool',
  'scraper_pool.delete': 'Deleted a scraper pool',
  'keys.discard': 'Deleted data encrypted with lost keys',
}

/** Returns the text of an action; its code if this version of the app does not have it. */
export function actionLabel(action: string): string {
  return ACTIONS[action] ?? action
}

/** Subjects of the actions, by the first part of their codes. */
const SUBJECTS: [label: string, codes: string[]][] = [
  ['Sign-in', ['auth', 'access']],
  ['Accounts and videos', ['account', 'video', 'handle', 'scrape']],
  ['Groups', ['group', 'deletion']],
  ['Users', ['user']],
  ['Share links and saved views', ['share_link', 'view']],
  ['Sessions and proxies', ['sessions', 'proxy', 'scraper_pool', 'keys']],
  ['Platform', ['settings', 'intervals', 'platform_config', 'captures']],
]

/** Returns the options of a select of actions, by subject. */
export function actionOptions(): { group: string; items: { value: string; label: string }[] }[] {
  return SUBJECTS.map(([group, codes]) => ({
    group,
    items: Object.entries(ACTIONS)
      .filter(([action]) => codes.some((code) => action.startsWith(`${code}.`)))
      .map(([value, label]) => ({ value, label })),
  }))
}
