import { Skeleton, Text } from '@mantine/core'
import { EmptyState, QueryView } from '@/components/QueryView'
import { Panel, PanelHeader } from '@/components/Panel'
import { useProxies } from '@/pages/sessions/proxiesQueries'
import { DataTable } from '@/table/DataTable'
import { AddProxy } from './AddProxy'
import { PROXY_COLUMNS } from './proxyColumns'

const SKELETON_HEIGHT = 160

/** Proxies through which requests reach the platforms instead of from this server's own address. */
export function ProxiesTab() {
  const proxies = useProxies()
  return (
    <Panel aria-label="Proxies">
      <PanelHeader title="Proxies" actions={<AddProxy proxies={proxies.data?.proxies ?? []} />} />
      <Text fz="sm" c="dimmed" mb="md" maw={720}>
        A proxy serves all runs of a platform, or only the sessions assigned to it. Each proxy has the rate
        limits of an address. Without a proxy, requests are sent from this server.
      </Text>
      <QueryView
        query={proxies}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ proxies: rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No proxies"
              hint="None are needed as long as the platforms respond to this server’s own address."
            />
          ) : (
            <DataTable label="All proxies" columns={PROXY_COLUMNS} rows={rows} rowKey={({ id }) => id} />
          )
        }
      </QueryView>
    </Panel>
  )
}
