import { api } from '@/shared/api/client'
import type { Platform } from '@/shared/lib/platform'
import { QueryView } from '@/shared/ui/QueryView'
import { Spinner } from '@/shared/ui/Spinner'
import { HistoryView } from './HistoryView'

const PATHS = {
  instagram: '/api/instagram/posts/{id}/history',
  tiktok: '/api/tiktok/videos/{id}/history',
} as const

type Props = { platform: Platform; id: number }

/** What was measured of a post or video. */
export function ItemHistory({ platform, id }: Props) {
  const history = api.useQuery('get', PATHS[platform], { params: { path: { id } } })
  return (
    <QueryView query={history} loading={<Spinner />}>
      {({ points }) => <HistoryView points={points} color={`var(--cm-chart-${platform})`} />}
    </QueryView>
  )
}
