import { IconRepeat } from '@tabler/icons-react'
import type { Definition, Platform } from './platform'

/** A platform with paths that the OpenAPI document does not contain. */
type Example = Omit<Definition, 'content' | 'paths'> & {
  content: string
  paths: Record<keyof Definition['paths'], string>
}

const LOOPREEL: Example = {
  name: 'Loopreel',
  icon: IconRepeat,
  shortcut: 'l',
  color: { light: '#5f6b00', dark: '#c3cf3a' },
  origin: 'https://www.loopreel.example/@',
  item: 'video',
  items: 'videos',
  itemId: { field: 'video_id', title: 'Reel ID', width: 92 },
  counts: ['views', 'likes', 'comments', 'shares'],
  intervalMinutes: 30,
  sessions: false,
  content: 'loopreel_videos',
  paths: {
    items: '/api/loopreel/accounts/{id}/videos',
    history: '/api/loopreel/videos/{id}/history',
    content: '/api/dashboard/all-loopreel-videos',
    sums: '/api/dashboard/all-loopreel-videos/sums',
    export: '/api/dashboard/all-loopreel-videos/export',
  },
}

/** The example of docs/dev/add-a-platform.md. The API of a release does not know it, hence the conversion. */
export const EXAMPLE_PLATFORM = { loopreel: LOOPREEL } as unknown as Record<Platform, Definition>
