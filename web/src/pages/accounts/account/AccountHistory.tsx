import { Box } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '@/api/client'
import { requestOf } from '@/charts/days/chartedDays'
import { dayCourse, figureOfDays, includesFirstDay, MAX_DAYS } from '@/charts/days/days'
import { HistoryFigures, HistoryView } from '@/charts/history/HistoryView'
import { figureOfPeriod, periodCourse } from '@/charts/days/periodCourse'
import { daysQuery, useTrendView } from '@/charts/days/trendView'
import { QueryView, Spinner } from '@/components/layout/QueryView'
import { POLL } from '@/util/constants'
import { countOptionsOf } from '@/util/metrics/metrics'
import { platformColor, type Platform } from '@/util/platform'
import { usePeriod } from '@/util/time/usePeriod'
import { usePhone } from '@/util/usePhone'

type Props = { platform: Platform; id: number }

/** Shows daily totals over all items of an account, in the period of the page beside the previous one, or since the start. */
export function AccountHistory({ platform, id }: Props) {
  const { view } = useTrendView('total')
  const { period, today } = usePeriod()
  const all = view.range === 'all'
  const requested = all ? undefined : requestOf(period, today)
  const phone = usePhone()
  const history = api.useQuery(
    'get',
    `/api/${platform}/accounts/{id}/history`,
    { params: { path: { id }, query: daysQuery(requested) } },
    { refetchInterval: POLL.accounts, placeholderData: keepPreviousData },
  )
  const metrics = countOptionsOf(platform)
  const most = phone ? MAX_DAYS.phone : MAX_DAYS.wide
  const waiting = history.isPlaceholderData
  return (
    <QueryView query={history} loading={<Spinner />}>
      {({ days }) => {
        const begun = includesFirstDay(days, requested)
        return (
          <Box aria-busy={waiting} opacity={waiting ? 0.5 : 1}>
            {days.length > 0 && (
              <HistoryFigures
                figures={metrics.map((metric) =>
                  all ? figureOfDays(metric, days) : figureOfPeriod(metric, days, period, today),
                )}
              />
            )}
            <HistoryView
              metrics={days.length === 0 ? [] : metrics}
              courseOf={(metric) =>
                all
                  ? dayCourse(days, metric, most, begun)
                  : periodCourse(days, metric, { period, today }, most, begun)
              }
              color={platformColor(platform)}
              shown={all ? undefined : { period, today }}
              days={days.length}
              ranged
            />
          </Box>
        )
      }}
    </QueryView>
  )
}
