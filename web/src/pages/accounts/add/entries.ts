import { PLATFORMS, type Platform } from '@/util/platform'

/** What to add: accounts by their names, and single videos by their URLs. */
export type Entries = { usernames: string[]; urls: string[] }

/** Separates videos from accounts; URLs of videos only if the platform has single videos. */
export function separate(platform: Platform, entries: readonly string[]): Entries {
  const { singles } = PLATFORMS[platform]
  const isVideo = (entry: string) => singles?.url.test(entry) ?? false
  return {
    usernames: entries.filter((entry) => !isVideo(entry)),
    urls: entries.filter(isVideo),
  }
}
