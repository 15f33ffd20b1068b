import { formatCounted } from '@/shared/lib/format'
import { PLATFORMS } from '@/shared/lib/platform'
import type { Proxy } from './queries'

/** What leaves from this server's own address once a proxy is gone. */
export function deleteConsequence({ serves, sessions }: Pick<Proxy, 'serves' | 'sessions'>): string {
  const runs = serves == null ? [] : [`all ${PLATFORMS[serves].name} runs`]
  const named = sessions === 0 ? [] : [formatCounted(sessions, 'session')]
  const users = [...runs, ...named].join(' and ')
  return users === ''
    ? 'Not in use.'
    : `New runs no longer connect via it: ${users}. Without another proxy they connect from this server’s own address.`
}

/** The platforms that no proxy serves yet. */
export function freePlatforms(proxies: Pick<Proxy, 'serves'>[]): ('instagram' | 'tiktok')[] {
  return (['instagram', 'tiktok'] as const).filter((platform) =>
    proxies.every(({ serves }) => serves !== platform),
  )
}
