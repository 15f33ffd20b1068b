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
type History = { points: Measurement[]; zero_at?: string | null }
type Measurement = { observed_at: string } & Partial<Record<CountMetric, number | null>>

/** Shows only the metrics that the item's platform reports. */
export function ItemHistory({ platform, id, item }: Props) {
  const removal = item && removalOf(item)
  const history = api.useQuery('get', PLATFORMS[platform].paths.history, { params: { path: { id } } })
  return (
    <QueryView query={history} loading={<Spinner />}>
      {({ points, zero_at: zeroAt }: History) => (
        <>
          <HistoryFigures
            figures={COUNT_OPTIONS.flatMap(
              (metric) => figureOfPoints(metric, fromZero(zeroAt, pointsOf(metric.value, points))) ?? [],
            )}
          />
          {item?.posted && <Milestones views={milestones(pointsOf('views', points), item.posted)} />}
          <HistoryView
            metrics={COUNT_OPTIONS.filter(({ value }) => points.some((point) => point[value] != null))}
            courseOf={(metric) => measuredCourse(fromZero(zeroAt, pointsOf(metric, points)), removal)}
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

/** Counts the first measurement as a gain if the item was posted while its account was tracked, as the sums of a period do. */
function fromZero(zeroAt: string | null | undefined, points: Measured[]): Measured[] {
  if (zeroAt == null || points.every(({ value }) => value === null)) return points
  return [{ observed_at: zeroAt, value: 0 }, ...points]
}

function removalOf(item: Availability): Removal | undefined {
  const availability = unavailability(item)
  return availability && item.unavailable_since
    ? { at: item.unavailable_since, text: availability.label }
    : undefined
}
