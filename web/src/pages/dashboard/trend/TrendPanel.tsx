import { Box, Skeleton, Title } from '@mantine/core'
import { TrendControls } from '@/charts/history/HistoryView'
import { useTrendView } from '@/charts/days/trendView'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { COUNT_OPTIONS } from '@/util/metrics/metrics'
import { onDemand } from '@/util/onDemand'
import { DEFAULT_PLATFORM } from '@/util/platform'
import { usePeriod } from '@/util/time/usePeriod'
import { usePageTrend } from '@/pages/dashboard/queries'
import classes from './TrendPanel.module.css'

const loading = <Skeleton className={classes.loading ?? ''} role="status" aria-label="Loading" />

/** Below what the screen shows first. */
const TrendBody = onDemand(async () => {
  const [file] = await Promise.all([import('./TrendBody'), import('@/charts/plot/TrendChart')])
  return file.TrendBody
}, loading)

/** Shows a metric day by day, in the period of the page beside the previous one, or since the start. */
export function TrendPanel({ groupId }: { groupId: number | undefined }) {
  const { view, show } = useTrendView('gained')
  const { period, today } = usePeriod()
  const all = view.range === 'all'
  const trend = usePageTrend(groupId)
  const waiting = trend.isPlaceholderData
  return (
    <Panel mt="md" aria-label="Trend">
      <div className={classes.head}>
        <Title order={2}>Trend</Title>
        <TrendControls metrics={COUNT_OPTIONS} view={view} onChange={show} ranged />
      </div>
      <div className={classes.body} data-empty={trend.data?.[DEFAULT_PLATFORM].length === 0 || undefined}>
        <QueryView query={trend} loading={loading}>
          {(data) =>
            data[DEFAULT_PLATFORM].length === 0 ? (
              <EmptyState
                title="No history yet"
                hint="The trend starts with the first update and grows daily."
              />
            ) : (
              <Box aria-busy={waiting} opacity={waiting ? 0.5 : 1}>
                <TrendBody trend={data} view={view} shown={all ? undefined : { period, today }} />
              </Box>
            )
          }
        </QueryView>
      </div>
    </Panel>
  )
}
