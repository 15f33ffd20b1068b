import { account, objectName, type Platform } from '../../kubernetes/support/manifests.ts'
import { requireEnv } from './place.ts'

export const GROUPS = Number(requireEnv('CLIENT_GROUPS'))
export const ACCOUNTS = Number(requireEnv('ACCOUNTS'))
const PER_GROUP = ACCOUNTS / GROUPS
/** The maximum length of TikTok names; a large simulated world exceeds it. */
const MAX_NAME_LENGTH = 24
const PLATFORMS: Platform[] = ['instagram', 'tiktok']

const groupName = (number: number) => `bench-${String(number + 1).padStart(3, '0')}`

export function groups(): object[] {
  const limits = { instagramAccounts: PER_GROUP, tiktokAccounts: PER_GROUP }
  return Array.from({ length: GROUPS }, (_, number) => ({
    apiVersion: 'clipmeter.io/v1beta1',
    kind: 'ClientGroup',
    metadata: { name: groupName(number) },
    spec: { displayName: `Group ${number + 1}`, limits },
  }))
}

/** The same number of public accounts of each platform in every group, each in one group only. */
export async function accounts(): Promise<object[]> {
  const response = await fetch(`${requireEnv('SIMULATOR')}/__simulator/accounts`)
  const all = (await response.json()) as { platform: Platform; username: string; kind: string }[]
  const each = PER_GROUP / PLATFORMS.length
  return PLATFORMS.flatMap((platform) => {
    const readable = all.filter((one) => one.platform === platform && one.kind === 'public')
    const usernames = readable.map((one) => one.username).filter((name) => name.length <= MAX_NAME_LENGTH)
    const names = unique(usernames).slice(0, each * GROUPS)
    if (names.length < each * GROUPS) throw new Error(`only ${names.length} readable accounts on ${platform}`)
    return names.map((name, place) =>
      account(platform, `cg-${groupName(Math.floor(place / each))}`, name),
    )
  })
}

/** Removes usernames that map to the same object name. */
function unique(usernames: string[]): string[] {
  return [...new Map(usernames.map((name) => [objectName(name), name])).values()]
}
