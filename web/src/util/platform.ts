import { formatCounted } from './format'

export type Platform = 'instagram' | 'tiktok'

export const PLATFORMS: Record<Platform, { name: string; item: string; items: string; origin: string }> = {
  instagram: { name: 'Instagram', item: 'post', items: 'posts', origin: 'https://www.instagram.com/' },
  tiktok: { name: 'TikTok', item: 'video', items: 'videos', origin: 'https://www.tiktok.com/@' },
}

export function profileUrl(platform: Platform, username: string): string {
  return PLATFORMS[platform].origin + encodeURIComponent(username)
}

/** Formats a count: `1 post`, `12 videos`, `1,234 posts`. */
export function countItems(platform: Platform, count: number): string {
  const { item, items } = PLATFORMS[platform]
  return formatCounted(count, item, items)
}

/** Returns a URL from collected data, or undefined if its scheme could execute code in the page. */
export function safeHref(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}
