import { Box, Skeleton, Title } from '@mantine/core'
import { METRICS } from '@/charts/history'
import { TrendControls } from '@/charts/HistoryView'
import { useTrend } from '@/charts/GainedViews'
import { useTrendView } from '@/charts/trendView'
import { EmptyState, QueryView } from '@/components/QueryView'
import { Panel } from '@/components/Panel'
import { POLL } from '@/util/constants'
import { TrendBody } from './TrendBody'
import classes from './TrendPanel.module.css'

/** Daily trend of both platforms. */
export function TrendPanel({ groupId }: { groupId: number | undefined }) {
  const { view, show } = useTrendView('gained')
  const trend = useTrend(groupId, view.days, POLL.dashboard)
  const waiting = trend.isPlaceholderData
  return (
    <Panel mt="md" aria-label="Trend">
      <div className={classes.head}>
        <Title order={2}>Trend</Title>
        <TrendControls metrics={METRICS} view={view} onChange={show} ranged />
      </div>
      <div className={classes.body}>
        <QueryView
          query={trend}
          loading={<Skeleton className={classes.loading ?? ''} role="status" aria-label="Loading" />}
        >
          {(data) =>
            data.instagram.length === 0 ? (
              <EmptyState
                title="No history yet"
                hint="The trend begins with the first successful scrape, and has a point for every day from then on."
              />
            ) : (
              <Box aria-busy={waiting} opacity={waiting ? 0.5 : 1}>
                <TrendBody trend={data} view={view} />
              </Box>
            )
          }
        </QueryView>
      </div>
    </Panel>
  )
}
