import { api } from '@/api/client'
import { QueryView } from '@/components/QueryView'
import { Spinner } from '@/components/Spinner'
import { unavailability, type Availability } from '@/util/states'
import type { Platform } from '@/util/platform'
import { measuredCourse, type Measured, type Removal } from './buckets'
import { figureOfPoints } from './figures'
import { HistoryFigures } from './HistoryFigures'
import { HistoryView } from './HistoryView'
import { METRICS, type Metric } from './metric'

const PATHS = {
  instagram: '/api/instagram/posts/{id}/history',
  tiktok: '/api/tiktok/videos/{id}/history',
} as const

type Props = { platform: Platform; id: number; item: Availability | undefined }
type Measurement = { observed_at: string } & Partial<Record<Metric, number | null>>

/** History of a post or video; only the metrics that its platform reports. */
export function ItemHistory({ platform, id, item }: Props) {
  const removal = item && removalOf(item)
  const history = api.useQuery('get', PATHS[platform], { params: { path: { id } } })
  return (
    <QueryView query={history} loading={<Spinner />}>
      {({ points }: { points: Measurement[] }) => (
        <>
          <HistoryFigures
            figures={METRICS.flatMap(
              (metric) => figureOfPoints(metric, pointsOf(metric.value, points)) ?? [],
            )}
          />
          <HistoryView
            metrics={METRICS.filter(({ value }) => points.some((point) => point[value] != null))}
            courseOf={(metric) => measuredCourse(pointsOf(metric, points), removal)}
            color={`var(--cm-${platform})`}
          />
        </>
      )}
    </QueryView>
  )
}

function pointsOf(metric: Metric, points: Measurement[]): Measured[] {
  return points.map((point) => ({ observed_at: point.observed_at, value: point[metric] ?? null }))
}

function removalOf(item: Availability): Removal | undefined {
  const availability = unavailability(item)
  return availability && item.unavailable_since
    ? { at: item.unavailable_since, text: availability.label }
    : undefined
}
