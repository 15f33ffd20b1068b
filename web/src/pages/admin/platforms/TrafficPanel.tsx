import { SimpleGrid, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/client'
import { EmptyState, QueryView } from '@/components/QueryView'
import { Panel, PanelHeader } from '@/components/Panel'
import { SegmentedFilter } from '@/components/Selects'
import { useOutcomes } from '@/pages/admin/useOutcomes'
import { DataTable } from '@/table/DataTable'
import { POLL } from '@/util/constants'
import { byEndpoint } from './traffic'
import { trafficColumns } from './trafficColumns'
import { TrafficTile } from './TrafficTile'

const SKELETON_HEIGHT = 240

/** Periods over which traffic is summed, in hours. */
const SPANS = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
] as const

/** Recent requests to the platforms, by endpoint and outcome. */
export function TrafficPanel() {
  const [span, setSpan] = useState<(typeof SPANS)[number]['value']>('24')
  const outcomes = useOutcomes()
  const traffic = api.useQuery(
    'get',
    '/api/scraping/traffic',
    { params: { query: { hours: Number(span) } } },
    { refetchInterval: POLL.adminOverview, placeholderData: keepPreviousData },
  )
  return (
    <Panel aria-label="Traffic">
      <PanelHeader
        title="Traffic"
        actions={<SegmentedFilter label="Over" options={SPANS} value={span} onChange={setSpan} />}
      />
      <QueryView
        query={traffic}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ rows, per_account_per_day: perAccount }) => {
          const endpoints = byEndpoint(rows, outcomes.data?.outcomes ?? [])
          return (
            <>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mb="md">
                <TrafficTile platform="instagram" rows={rows} perAccount={perAccount.instagram} />
                <TrafficTile platform="tiktok" rows={rows} perAccount={perAccount.tiktok} />
              </SimpleGrid>
              {endpoints.length === 0 ? (
                <EmptyState
                  title="No requests in this period"
                  hint="Requests are counted by endpoint and outcome once their account has been scraped."
                />
              ) : (
                <DataTable
                  label="Requests by endpoint"
                  columns={trafficColumns(endpoints)}
                  rows={endpoints}
                  rowKey={({ key }) => key}
                  waiting={traffic.isPlaceholderData}
                />
              )}
            </>
          )
        }}
      </QueryView>
    </Panel>
  )
}
