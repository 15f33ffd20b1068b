import { Skeleton, Text } from '@mantine/core'
import { DataTable } from '@/shared/table/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { PanelHeader } from '@/shared/ui/PanelHeader'
import { QueryView } from '@/shared/ui/QueryView'
import { AddProxy } from './AddProxy'
import { PROXY_COLUMNS } from './proxyColumns'
import { useProxies } from './queries'

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
