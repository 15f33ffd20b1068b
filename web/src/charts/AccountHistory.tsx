import { Box } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '@/api/client'
import { QueryView } from '@/components/QueryView'
import { Spinner } from '@/components/Spinner'
import { PHONE, POLL } from '@/util/constants'
import type { Platform } from '@/util/platform'
import { beginsWith, dayCourse, MOST_DAYS } from './days'
import { figureOfDays } from './figures'
import { HistoryFigures } from './HistoryFigures'
import { HistoryView } from './HistoryView'
import { METRICS_OF } from './metric'
import { rangeQuery } from './trendView'
import { useTrendView } from './useTrendView'

const PATHS = {
  instagram: '/api/instagram/accounts/{id}/history',
  tiktok: '/api/tiktok/accounts/{id}/history',
} as const

type Props = { platform: Platform; id: number }

/** Daily totals over all items of an account. */
export function AccountHistory({ platform, id }: Props) {
  const { view } = useTrendView('total')
  const phone = useMediaQuery(PHONE)
  const history = api.useQuery(
    'get',
    PATHS[platform],
    { params: { path: { id }, query: rangeQuery(view.days) } },
    { refetchInterval: POLL.accounts, placeholderData: keepPreviousData },
  )
  const metrics = METRICS_OF[platform]
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
              dayCourse(days, metric, phone ? MOST_DAYS.phone : MOST_DAYS.wide, beginsWith(days, view.days))
            }
            color={`var(--cm-${platform})`}
            ranged
          />
        </Box>
      )}
    </QueryView>
  )
}
