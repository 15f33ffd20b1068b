import { useState } from 'react'
import type { Schema } from '@/api/types'
import type { Choice } from '@/util/choices'
import { isPartial, type AgeSeries, type DaySeries } from './comparison'
import type { By, Show } from './compareView'
import { ageLines, dayLines, namedSeries, type Lines, type Named } from './lines'
import { useAges, useDays, type Compared } from './queries'

/** What is shown: the lines of the chart, and the rows of the table. */
type Content = Lines &
  (
    | { by: 'day'; rows: Named<DaySeries>[]; period: Schema<'Period'> }
    | { by: 'age'; rows: Named<AgeSeries>[] }
  )

/** Reads the comparison of the choices; `data` is undefined until there is something to show of them. */
export function useComparison(choices: readonly Choice[], compared: Compared, by: By, show: Show) {
  const days = useDays(compared, by === 'day')
  const ages = useAges(compared, by === 'age')
  const { error, refetch, isPlaceholderData: waiting, dataUpdatedAt } = by === 'day' ? days : ages
  const [opened] = useState(Date.now)
  return {
    query: { data: content(), error, refetch },
    waiting,
    // Until there are data, those of other choices are shown, which are not older than the page.
    partial: isPartial(compared.period, compared.zones, Math.max(opened, dataUpdatedAt)),
  }

  function content(): Content | undefined {
    if (by === 'day') {
      const rows = namedSeries(choices, days.data?.series ?? [])
      if (days.data === undefined || rows.length === 0) return undefined
      const { period } = days.data
      return { by, rows, period, ...dayLines(rows, period, show) }
    }
    const rows = namedSeries(choices, ages.data?.series ?? [])
    return rows.length === 0 ? undefined : { by, rows, ...ageLines(rows) }
  }
}
