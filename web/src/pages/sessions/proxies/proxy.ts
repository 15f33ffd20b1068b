import type { Proxy } from '@/pages/sessions/queries'
import { formatCounted } from '@/util/format'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'

/**
 * Names the runs and sessions that connect from this server's own address after the proxy is deleted, and the scraper pools whose
 * accounts are not updated any more.
 */
export function deleteConsequence(
  { serves, sessions }: Pick<Proxy, 'serves' | 'sessions'>,
  pools: readonly string[],
): string {
  const runs = serves == null ? [] : [`all ${PLATFORMS[serves].name} runs`]
  const named = sessions === 0 ? [] : [formatCounted(sessions, 'session')]
  const users = [...runs, ...named].join(' and ')
  const texts = [
    ...(users === ''
      ? []
      : [
          `New runs stop using it: ${users}. Without another proxy, they connect from this server’s own address.`,
        ]),
    ...pools.map((pool) => `The scraper pool ${pool} stops updating accounts until it has another proxy.`),
  ]
  return texts.join(' ') || 'Not in use.'
}

/** Returns the platforms without a default proxy. */
export function freePlatforms(proxies: Pick<Proxy, 'serves'>[]): Platform[] {
  return PLATFORM_CODES.filter((platform) => proxies.every(({ serves }) => serves !== platform))
}
