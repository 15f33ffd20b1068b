import { SimpleGrid, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/client'
import type { Schema } from '@/api/types'
import { Panel, PanelHeader, PlatformName, StatTile } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { SegmentedFilter } from '@/components/forms/SegmentedFilter'
import { CountBar } from '@/components/values/Values'
import { OutcomeCounts, useOutcomes } from '@/pages/admin/OutcomeCounts'
import { sessionClassLabel } from '@/pages/admin/outcomes'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { POLL } from '@/util/constants'
import { formatBytes } from '@/util/files'
import { formatCounted, formatDecimal } from '@/util/format'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { byEndpoint, totalOf, type EndpointTraffic } from './traffic'

const SKELETON_HEIGHT = 240

/** Periods over which traffic is summed, in hours. */
const SPANS = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
] as const

/** Shows recent requests to the platforms, by endpoint and outcome. */
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
                {PLATFORM_CODES.map((platform) => (
                  <TrafficTile
                    key={platform}
                    platform={platform}
                    rows={rows}
                    perAccount={perAccount[platform]}
                  />
                ))}
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

type TrafficTileProps = {
  platform: Platform
  rows: Schema<'TrafficEntry'>[]
  perAccount: number | null | undefined
}

/** Shows the requests of a platform in a day, per account and in total. */
function TrafficTile({ platform, rows, perAccount }: TrafficTileProps) {
  const { requests, bytes } = totalOf(rows, platform)
  return (
    <StatTile
      label={`${PLATFORMS[platform].name} requests per account per day`}
      platform={platform}
      note={`${formatCounted(requests, 'request')} with ${formatBytes(bytes)} of responses`}
    >
      {perAccount == null ? '—' : formatDecimal(perAccount)}
    </StatTile>
  )
}

/** Returns the columns; the largest number of requests among `endpoints` scales the bars. */
function trafficColumns(endpoints: EndpointTraffic[]): Column<EndpointTraffic>[] {
  const most = Math.max(1, ...endpoints.map(({ requests }) => requests))
  return [
    { title: 'Endpoint', card: 'heading', cell: ({ endpoint }) => <code>{endpoint}</code> },
    { title: 'Platform', card: 'aside', cell: ({ platform }) => <PlatformName platform={platform} /> },
    {
      title: 'Access',
      card: 'foot',
      quiet: true,
      cell: ({ session_class: sessionClass }) => sessionClassLabel(sessionClass),
    },
    { title: 'Outcomes', card: 'text', cell: ({ outcomes }) => <OutcomeCounts counts={outcomes} /> },
    {
      title: 'Requests',
      card: 'metric',
      numeric: true,
      cell: ({ requests }) => <CountBar count={requests} most={most} />,
    },
    { title: 'Responses', card: 'metric', numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
  ]
}
