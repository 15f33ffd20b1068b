import { OutcomeCounts } from '@/features/admin/outcomes/OutcomeCounts'
import { sessionClassLabel } from '@/features/admin/outcomes/sessionClass'
import { formatBytes } from '@/shared/lib/files'
import type { Column } from '@/shared/table/column'
import { CountBar } from '@/shared/ui/CountBar'
import { PlatformName } from '@/shared/ui/PlatformName'
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
