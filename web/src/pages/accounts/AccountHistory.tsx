import { Box } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '@/api/client'
import { dayCourse, figureOfDays, includesFirstDay, MAX_DAYS } from '@/charts/days'
import { HistoryFigures, HistoryView } from '@/charts/HistoryView'
import { rangeQuery, useTrendView } from '@/charts/trendView'
import { QueryView, Spinner } from '@/components/QueryView'
import { POLL } from '@/util/constants'
import { countOptionsOf } from '@/util/metrics'
import { platformColor, type Platform } from '@/util/platform'
import { usePhone } from '@/util/usePhone'

type Props = { platform: Platform; id: number }

/** Shows daily totals over all items of an account. */
export function AccountHistory({ platform, id }: Props) {
  const { view } = useTrendView('total')
  const phone = usePhone()
  const history = api.useQuery(
    'get',
    `/api/${platform}/accounts/{id}/history`,
    { params: { path: { id }, query: rangeQuery(view.days) } },
    { refetchInterval: POLL.accounts, placeholderData: keepPreviousData },
  )
  const metrics = countOptionsOf(platform)
  const waiting = history.isPlaceholderData
  return (
    <QueryView query={history} loading={<Spinner />}>
      {({ days }) => (
        <Box aria-busy={waiting} opacity={waiting ? 0.5 : 1}>
          {days.length > 0 && (
            <HistoryFigures figures={metrics.map((metric) => figureOfDays(metric, days, view.days))} />
          )}
          <HistoryView
            metrics={days.length === 0 ? [] : metrics}
            courseOf={(metric) =>
              dayCourse(
                days,
                metric,
                phone ? MAX_DAYS.phone : MAX_DAYS.wide,
                includesFirstDay(days, view.days),
              )
            }
            color={platformColor(platform)}
            ranged
          />
        </Box>
      )}
    </QueryView>
  )
}
