import type { Schema } from '@/api/types'
import { lineColor } from '@/charts/plot/lineColors'
import type { Series } from '@/charts/plot/series'
import { formatCounted } from '@/util/format'
import { countItems, PLATFORMS } from '@/util/platform'
import type { Choice } from '@/util/choices'
import { labelsOf } from './selection/choices'
import { agePoints, dayPoints, type AgeSeries, type DaySeries } from './comparison'
import type { Show } from './compareView'

/** A series with the name and the color of its line. */
export type Named<One> = { series: One; label: string; color: string }

/** The lines of a chart, and a remark on some accounts or groups, by ID. */
export type Lines = { lines: Series[]; notes: Map<number, string> }

type Identified = Pick<DaySeries, 'id' | 'platform'>

/**
 * Names the series of a response, in the order of the choices, which may have changed since the request. An account and a group can
 * have the same ID.
 */
export function namedSeries<One extends Identified>(
  choices: readonly Choice[],
  series: readonly One[],
): Named<One>[] {
  const labels = labelsOf(choices)
  return choices.flatMap(({ id, name, platform }, index) => {
    const found = series.find((one) => one.id === id && (one.platform ?? undefined) === platform)
    return found ? [{ series: found, label: labels[index] ?? name, color: lineColor(index) }] : []
  })
}

/** Returns a line for each series that has one in this view. */
export function dayLines(rows: readonly Named<DaySeries>[], period: Schema<'Period'>, show: Show): Lines {
  const notes = new Map<number, string>()
  const lines = rows.flatMap(({ series, label, color }) => {
    const points = dayPoints(series, period, show)
    if (points !== undefined) return [{ name: label, color, points }]
    notes.set(series.id, 'No views before this period')
    return []
  })
  return { lines, notes }
}

/** Returns a line for each series with posts that were measured. */
export function ageLines(rows: readonly Named<AgeSeries>[]): Lines {
  const notes = new Map(rows.map(({ series }) => [series.id, postsOf(series)]))
  const lines = rows.flatMap(({ series, label, color }) =>
    isMeasured(series) ? [{ name: label, color, points: agePoints(series) }] : [],
  )
  return { lines, notes }
}

const isMeasured = ({ views }: AgeSeries) => views.some((value) => value !== null)

/** Formats the number of posts: `12 posts`, `No videos in this period`. */
function postsOf(series: AgeSeries): string {
  const { platform, items } = series
  if (items === 0) return `No ${platform == null ? 'posts' : PLATFORMS[platform].items} in this period`
  const count = platform == null ? formatCounted(items, 'post') : countItems(platform, items)
  return isMeasured(series) ? count : `${count}, not a day old when last measured`
}
