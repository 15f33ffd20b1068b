import { Box, Group, Skeleton, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError } from '@/api/errors'
import { LazyTrendChart } from '@/charts/plot/LazyTrendChart'
import { PLOT_HEIGHT, TABLE_HEIGHT } from '@/charts/plot/size'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { SegmentedFilter } from '@/components/forms/SegmentedFilter'
import type { Period } from '@/util/time/period'
import type { Choice } from '@/util/choices'
import { BY_OPTIONS, SHOW_OPTIONS, type By, type useCompareView } from './compareView'
import { AGES } from './comparison'
import { NothingSelected } from './selection/NothingSelected'
import { noticesOf } from './notices'
import { Selection } from './selection/Selection'
import { AgeTable, DayTable } from './tables'
import { chartTexts } from './texts'
import { useComparison } from './useComparison'

type View = ReturnType<typeof useCompareView>

type Props = {
  /** The selected accounts or groups. */
  known: readonly Choice[]
  /** Selected IDs that do not exist or that the user may not see. */
  unknown: readonly number[]
  /** IDs of the selection, also of those that are not read yet. */
  ids: readonly number[]
  /** None of the selected ones are read yet. */
  loading: boolean
  view: View
  period: Period
  /** Reads the selected ones again. */
  onStale: () => void
}

/** Shows the selection, and the comparison of what is selected. */
export function Comparison({ known, unknown, ids, loading, view, period, onStale }: Props) {
  const { subject, by, show, groupsRefused, choose } = view
  const zones = known.flatMap(({ zone }) => zone ?? [])
  const compared = { subject, ids: known.map(({ id }) => id), period, zones }
  const comparison = useComparison(known, compared, by, show)
  const { data, error } = comparison.query
  useEffect(() => {
    // One of them was deleted in the meantime.
    if (error instanceof ApiError && error.status === 404) onStale()
  }, [error, onStale])
  const table = { groups: subject === 'groups', waiting: comparison.waiting }
  return (
    <>
      <Selection
        subject={subject}
        known={known}
        ids={ids}
        notes={data?.notes}
        notices={noticesOf(view, unknown, groupsRefused)}
        onChoose={choose}
      />
      {loading && <Skeleton h={480} role="status" aria-label="Loading" />}
      {!loading && known.length === 0 && <NothingSelected subject={subject} onChoose={choose} />}
      {known.length > 0 && (
        <>
          <ChartPanel comparison={comparison} view={view} period={period} zones={zones} />
          {data?.by === 'day' && <DayTable rows={data.rows} period={data.period} {...table} />}
          {data?.by === 'age' && <AgeTable rows={data.rows} {...table} />}
        </>
      )}
    </>
  )
}

type ChartPanelProps = {
  comparison: ReturnType<typeof useComparison>
  view: View
  period: Period
  /** Of the days of compared groups. */
  zones: readonly string[]
}

function ChartPanel({ comparison: { query, waiting, partial }, view, period, zones }: ChartPanelProps) {
  const { by, show, setBy, setShow } = view
  const { title, unit, caption } = chartTexts(by, show, period.days, zones)
  return (
    <Panel mb="md" aria-label="Chart">
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div>
          <Title order={2}>{title}</Title>
          <Text fz="xs" c="dimmed">
            {caption}
          </Text>
        </div>
        <Group gap="sm">
          <SegmentedFilter label="Horizontal axis" options={BY_OPTIONS} value={by} onChange={setBy} />
          {by === 'day' && (
            <SegmentedFilter label="Shown as" options={SHOW_OPTIONS} value={show} onChange={setShow} />
          )}
        </Group>
      </Group>
      <QueryView
        query={query}
        loading={<Skeleton h={PLOT_HEIGHT.several + TABLE_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ lines }) =>
          lines.length === 0 ? (
            <NoLines by={by} />
          ) : (
            <Box aria-busy={waiting} opacity={waiting ? 0.5 : 1}>
              <LazyTrendChart
                label={title}
                series={lines}
                unit={unit}
                shape="lines"
                fromZero={by === 'age' || show !== 'indexed'}
                height={PLOT_HEIGHT.several}
                ranked
                {...(by === 'age' ? { axis: AGES } : { partial })}
              />
            </Box>
          )
        }
      </QueryView>
    </Panel>
  )
}

/** Takes the place of a chart without a line; the selection contains the reason for each. */
function NoLines({ by }: { by: By }) {
  return by === 'age' ? (
    <EmptyState title="No post data for this period" hint="Select a longer period, or compare by date." />
  ) : (
    <EmptyState
      title="No views before this period"
      hint="An index needs views to start from. Select a later period, or what was gained."
    />
  )
}
