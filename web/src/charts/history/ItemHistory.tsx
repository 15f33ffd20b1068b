import { api } from '@/api/client'
import { QueryView, Spinner } from '@/components/layout/QueryView'
import { Count } from '@/components/values/Values'
import { COUNT_OPTIONS, type CountMetric } from '@/util/metrics/metrics'
import { PLATFORMS, platformColor, type Platform } from '@/util/platform'
import { unavailability, type Availability } from '@/util/states'
import { measuredCourse, type Measured, type Removal } from '@/charts/days/buckets'
import { figureOfPoints } from '@/charts/days/days'
import type { HistoryItem } from './item'
import { HistoryFigures, HistoryView } from './HistoryView'
import { milestones, type Milestone } from '@/charts/days/milestones'
import classes from './ItemHistory.module.css'

type Props = { platform: Platform; id: number; item: HistoryItem | undefined }
type Measurement = { observed_at: string } & Partial<Record<CountMetric, number | null>>

/** Shows only the metrics that the item's platform reports. */
export function ItemHistory({ platform, id, item }: Props) {
  const removal = item && removalOf(item)
  const history = api.useQuery('get', PLATFORMS[platform].paths.history, { params: { path: { id } } })
  return (
    <QueryView query={history} loading={<Spinner />}>
      {({ points }: { points: Measurement[] }) => (
        <>
          <HistoryFigures
            figures={COUNT_OPTIONS.flatMap(
              (metric) => figureOfPoints(metric, pointsOf(metric.value, points)) ?? [],
            )}
          />
          {item?.posted && <Milestones views={milestones(pointsOf('views', points), item.posted)} />}
          <HistoryView
            metrics={COUNT_OPTIONS.filter(({ value }) => points.some((point) => point[value] != null))}
            courseOf={(metric) => measuredCourse(pointsOf(metric, points), removal)}
            color={platformColor(platform)}
          />
        </>
      )}
    </QueryView>
  )
}

function Milestones({ views }: { views: Milestone[] }) {
  if (views.length === 0) return null
  return (
    <dl className={classes.milestones}>
      {views.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Count value={value} /> views
          </dd>
        </div>
      ))}
    </dl>
  )
}

function pointsOf(metric: CountMetric, points: Measurement[]): Measured[] {
  return points.map((point) => ({ observed_at: point.observed_at, value: point[metric] ?? null }))
}

function removalOf(item: Availability): Removal | undefined {
  const availability = unavailability(item)
  return availability && item.unavailable_since
    ? { at: item.unavailable_since, text: availability.label }
    : undefined
}
