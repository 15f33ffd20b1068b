import { Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { useScraperPools, type ScraperPool } from '@/api/scraperPools'
import { IconButton } from '@/components/buttons/IconButton'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { useReloadProxies } from '@/pages/sessions/queries'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { formatCounted } from '@/util/format'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { PLATFORM_CODES, PLATFORMS, type Platform } from '@/util/platform'
import { toast } from '@/util/toast'
import { deleteConsequence, egressProblem, proxyField, usedBy } from './pool'
import { PoolDialog } from './PoolDialog'

const SKELETON_HEIGHT = 160

/** Lists the scraper pools. On Kubernetes they are resources, and cannot be changed here. */
export function PoolsTab() {
  const pools = useScraperPools()
  const readOnly = pools.data?.read_only ?? true
  return (
    <Panel aria-label="Scraper pools">
      <PanelHeader title="Scraper pools" actions={!readOnly && <AddPool />} />
      <Text fz="sm" c="dimmed" mb="md" maw={720}>
        The accounts of a group that selects a pool are updated only through the pool’s proxies and with its
        sessions. Groups without a pool use the common sessions.
        {pools.data?.read_only && ' On Kubernetes, pools are resources: change them in the cluster.'}
      </Text>
      <QueryView query={pools} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
        {({ pools: rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No scraper pools"
              hint="Needed only if some groups must be updated from other addresses."
            />
          ) : (
            <DataTable
              label="All scraper pools"
              columns={readOnly ? COLUMNS : EDITABLE_COLUMNS}
              rows={rows}
              rowKey={({ name }) => name}
            />
          )
        }
      </QueryView>
    </Panel>
  )
}

const COLUMNS: Column<ScraperPool>[] = [
  { title: 'Name', card: 'heading', strong: true, cell: ({ name }) => name },
  { title: 'Region', card: 'foot', cell: ({ region }) => region || 'None' },
  ...PLATFORM_CODES.map((platform): Column<ScraperPool> => ({
    title: `${PLATFORMS[platform].name} proxy`,
    card: 'foot',
    wraps: true,
    cell: (pool) => <Egress pool={pool} platform={platform} />,
  })),
  {
    title: 'Sessions',
    card: 'foot',
    cell: ({ session_set: set, sessions }) => `${formatCounted(sessions, 'session')} in the set ${set}`,
  },
  { title: 'Used by', card: 'foot', cell: usedBy },
]

const EDITABLE_COLUMNS: Column<ScraperPool>[] = [
  ...COLUMNS,
  {
    title: 'Actions',
    card: 'aside',
    actions: true,
    cell: (pool) => (
      <>
        <EditPool pool={pool} />
        <DeletePool pool={pool} />
      </>
    ),
  },
]

/** Shows the proxy of a platform, and why it cannot be used. */
function Egress({ pool, platform }: { pool: ScraperPool; platform: Platform }) {
  const problem = egressProblem(pool, platform)
  return (
    <>
      {pool[proxyField(platform)] ?? 'No proxy'}
      {problem !== undefined && (
        <Text component="div" fz="sm" c="var(--cm-warning)">
          {problem}
        </Text>
      )}
    </>
  )
}

function AddPool() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        Add scraper pool
      </Button>
      <PoolDialog opened={opened} onClose={close} />
    </>
  )
}

function EditPool({ pool }: { pool: ScraperPool }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <IconButton
        icon={IconPencil}
        label="Edit scraper pool"
        name={`Edit scraper pool ${pool.name}`}
        onClick={open}
      />
      <PoolDialog pool={pool} opened={opened} onClose={close} />
    </>
  )
}

function DeletePool({ pool }: { pool: ScraperPool }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadProxies()
  const remove = api.useMutation('delete', '/api/scraping/scraper-pools/{name}', {
    onSuccess: async () => {
      toast.success(ADMIN_SUCCESS.poolDeleted)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.deletePool)),
  })
  return (
    <>
      <IconButton
        icon={IconTrash}
        label="Delete scraper pool"
        name={`Delete scraper pool ${pool.name}`}
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Delete the scraper pool ${pool.name}?`}
        consequence={deleteConsequence(pool)}
        confirm="Delete scraper pool"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { path: { name: pool.name } } })}
        onClose={close}
      />
    </>
  )
}
