/**
 * Returns the address to open after signing in: the one that `/login` was opened from, which its history entry stores as `from`,
 * else the Dashboard. Other values could lead to another site.
 */
export function returnAddress(state: unknown): string {
  const from: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'from') : undefined
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/'
}
