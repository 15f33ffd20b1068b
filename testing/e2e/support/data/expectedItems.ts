import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURES } from '../programs/paths.ts'

/** Expected values of an item; null if the platform does not report them. */
export type ExpectedItem = {
  id: string
  shortcode?: string
  views: number | null
  likes: number | null
  comments: number | null
  shares: number | null
}

type Expected = { files: Record<string, { items: ExpectedItem[] }> }

/** The items expected from a recorded response. */
export function expectedItems(platform: 'instagram' | 'tiktok', file: string): ExpectedItem[] {
  const expected = JSON.parse(readFileSync(join(FIXTURES, platform, 'expected.json'), 'utf8')) as Expected
  const items = expected.files[file]?.items
  if (!items || items.length === 0) throw new Error(`${platform}/expected.json has no items for ${file}`)
  return items
}
