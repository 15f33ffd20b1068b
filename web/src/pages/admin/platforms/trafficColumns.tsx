import { CountBar } from '@/components/Values'
import { PlatformName } from '@/components/Panel'
import { OutcomeCounts } from '@/pages/admin/OutcomeCounts'
import { sessionClassLabel } from '@/pages/admin/sessionClass'
import type { Column } from '@/table/column'
import { formatBytes } from '@/util/files'
import type { EndpointTraffic } from './traffic'

/** `endpoints` supplies the maximum number of requests, which scales the bars. */
export function trafficColumns(endpoints: EndpointTraffic[]): Column<EndpointTraffic>[] {
  const most = Math.max(1, ...endpoints.map(({ requests }) => requests))
  return [
    { title: 'Endpoint', card: 'heading', cell: ({ endpoint }) => <code>{endpoint}</code> },
    { title: 'Platform', card: 'aside', cell: ({ platform }) => <PlatformName platform={platform} /> },
    {
      title: 'Client',
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
