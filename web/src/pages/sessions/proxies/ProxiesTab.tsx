import { Button, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { useScraperPools } from '@/api/scraperPools'
import { closingCall } from '@/components/dialogs/closingCall'
import { ConfirmDialog, FormDialog } from '@/components/dialogs/Dialogs'
import { IconButton } from '@/components/buttons/IconButton'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { RelativeTime } from '@/components/values/Values'
import { poolsWithProxy } from '@/pages/sessions/pools/pool'
import { useProxies, useReloadProxies, type Proxy } from '@/pages/sessions/queries'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { formatExact } from '@/util/format'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { PLATFORMS, type Platform } from '@/util/platform'
import { outcomeName } from '@/util/states'
import { toast } from '@/util/toast'
import { deleteConsequence, freePlatforms } from './proxy'

const SKELETON_HEIGHT = 160

/** Lists the proxies through which requests reach the platforms instead of from this server's own address. */
export function ProxiesTab() {
  const proxies = useProxies()
  return (
    <Panel aria-label="Proxies">
      <PanelHeader title="Proxies" actions={<AddProxy proxies={proxies.data?.proxies ?? []} />} />
      <Text fz="sm" c="dimmed" mb="md" maw={720}>
        Assign a proxy to a platform or to individual sessions. Rate limits apply per IP address. Everything
        else uses this server’s IP address.
      </Text>
      <QueryView
        query={proxies}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ proxies: rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No proxies" hint="Not needed while this server’s IP address isn’t blocked." />
          ) : (
            <DataTable label="All proxies" columns={PROXY_COLUMNS} rows={rows} rowKey={({ id }) => id} />
          )
        }
      </QueryView>
    </Panel>
  )
}

const PROXY_COLUMNS: Column<Proxy>[] = [
  { title: 'Name', card: 'heading', strong: true, cell: ({ name }) => name },
  {
    title: 'Address',
    card: 'text',
    cell: ({ address }) =>
      address || (
        <Text component="span" fz="inherit" c="var(--cm-warning)">
          Can no longer be decrypted. Delete it and add it again.
        </Text>
      ),
  },
  {
    title: 'Used for',
    card: 'foot',
    cell: ({ serves }) => (serves == null ? 'Assigned sessions' : `All ${PLATFORMS[serves].name} runs`),
  },
  { title: 'Sessions', card: 'foot', numeric: true, cell: ({ sessions }) => formatExact(sessions) },
  {
    title: 'State',
    card: 'foot',
    quiet: true,
    cell: ({ address, blocked_until: until, blocked_for: reason }) =>
      until == null ? (
        address && 'Ready'
      ) : (
        <>
          Cooling down, available <RelativeTime iso={until} />
          {reason != null && `: ${outcomeName(reason)}`}
        </>
      ),
  },
  { title: 'Actions', card: 'aside', actions: true, cell: (proxy) => <DeleteProxy proxy={proxy} /> },
]

type ProxyForm = { name: string; url: string; serves: Platform | '' }

/** Adds a proxy. Its URL contains credentials, which are never displayed again. */
function AddProxy({ proxies }: { proxies: Proxy[] }) {
  const [opened, { open, close }] = useDisclosure(false)
  const reload = useReloadProxies()
  const form = useForm<ProxyForm>({
    initialValues: { name: '', url: '', serves: '' },
    validate: {
      name: (name) => name.trim() === '' && 'Name is required',
      url: (url) => url.trim() === '' && 'Address is required',
    },
  })
  const add = api.useMutation('post', '/api/scraping/proxies', {
    onSuccess: async () => {
      await reload()
      toast.success(ADMIN_SUCCESS.proxyAdded)
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.addProxy)),
  })
  const { send, leave } = closingCall(add, () => {
    form.reset()
    close()
  })
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        Add proxy
      </Button>
      <FormDialog
        opened={opened}
        onClose={leave}
        title="Add proxy"
        submit="Add proxy"
        busyText="Adding..."
        busy={add.isPending}
        onSubmit={form.onSubmit(({ name, url, serves }) =>
          send({ body: { name: name.trim(), url: url.trim(), ...(serves && { serves }) } }),
        )}
      >
        <TextInput
          label="Name"
          description="The name shown to admins"
          placeholder="Frankfurt"
          required
          maxLength={60}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Address"
          description="http://, https:// or socks5://. Include the port, and credentials if required. Stored encrypted and never shown again."
          placeholder="socks5://user:password@proxy.example.com:1080"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        <NativeSelect
          label="Used for"
          data={[
            { value: '', label: 'Only assigned sessions' },
            ...freePlatforms(proxies).map((value) => ({
              value,
              label: `All ${PLATFORMS[value].name} runs`,
            })),
          ]}
          {...form.getInputProps('serves')}
        />
      </FormDialog>
    </>
  )
}

function DeleteProxy({ proxy }: { proxy: Proxy }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const pools = poolsWithProxy(useScraperPools().data?.pools ?? [], proxy.name)
  const reload = useReloadProxies()
  const remove = api.useMutation('delete', '/api/scraping/proxies/{id}', {
    onSuccess: async () => {
      toast.success(ADMIN_SUCCESS.proxyDeleted)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.deleteProxy)),
  })
  return (
    <>
      <IconButton icon={IconTrash} label="Delete proxy" name={`Delete proxy ${proxy.name}`} onClick={open} />
      <ConfirmDialog
        opened={confirming}
        title={`Delete the proxy ${proxy.name}?`}
        consequence={deleteConsequence(proxy, pools)}
        confirm="Delete proxy"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { path: { id: proxy.id } } })}
        onClose={close}
      />
    </>
  )
}
