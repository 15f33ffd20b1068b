import { Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { IconButton } from '@/components/buttons/IconButton'
import { Panel, PanelHeader, PlatformName } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { DateTime } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { POLL } from '@/util/constants'
import { fileName, formatBytes, saveFile } from '@/util/files'
import { formatCounted, formatDate } from '@/util/format'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { outcomeName } from '@/util/states'
import { toast } from '@/util/toast'

const SKELETON_HEIGHT = 160

/** Lists the responses that no parser understood, for developers who extend the parsers. */
export function CapturesPanel() {
  const captures = useCaptures()
  const count = captures.data?.captures.length ?? 0
  return (
    <Panel aria-label="Unreadable responses">
      <PanelHeader title="Unreadable responses" actions={count > 0 && <DeleteCaptures count={count} />} />
      <QueryView
        query={captures}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ captures: rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No unreadable responses"
              hint="If a platform changes its responses, samples are kept here for two weeks with secrets redacted."
            />
          ) : (
            <>
              <Text fz="sm" c="dimmed" mb="md" maw={720}>
                <code>scraper parse --capture FILE</code> shows how the parser reads one. They are kept for
                two weeks, with secrets redacted.
              </Text>
              <DataTable label="Responses" columns={CAPTURE_COLUMNS} rows={rows} rowKey={({ id }) => id} />
            </>
          )
        }
      </QueryView>
    </Panel>
  )
}

const CAPTURE_COLUMNS: Column<CapturedResponse>[] = [
  { title: 'Received', card: 'heading', cell: ({ at }) => <DateTime iso={at} /> },
  { title: 'Platform', card: 'text', cell: ({ platform }) => <PlatformName platform={platform} /> },
  { title: 'Request', card: 'foot', cell: ({ kind }) => <code>{kind}</code> },
  { title: 'Endpoint', card: 'foot', cell: ({ endpoint }) => <code>{endpoint}</code> },
  { title: 'Outcome', card: 'metric', cell: ({ status }) => outcomeName(status) },
  { title: 'HTTP', card: 'metric', numeric: true, cell: ({ http_status: status }) => status },
  {
    title: 'Size',
    card: 'metric',
    numeric: true,
    cell: ({ size, is_cut: cut }) => `${formatBytes(size)}${cut ? ', cut' : ''}`,
  },
  {
    title: 'Config',
    card: 'foot',
    quiet: true,
    cell: ({ config_revision: revision }) => (revision === 0 ? 'Built in' : `Revision ${revision}`),
  },
  { title: 'File', card: 'aside', numeric: true, cell: (capture) => <DownloadCapture capture={capture} /> },
]

function DownloadCapture({ capture: { id, kind, at } }: { capture: CapturedResponse }) {
  const download = useMutation({
    mutationFn: () => downloadCapture(id),
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.downloadCapture)),
  })
  return (
    <IconButton
      icon={IconDownload}
      label="Download"
      name={`Download ${kind} of ${formatDate(at)}`}
      busy={download.isPending}
      onClick={() => download.mutate()}
    />
  )
}

function DeleteCaptures({ count }: { count: number }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const reload = useReloadCaptures()
  const remove = api.useMutation('delete', '/api/scraping/captures', {
    onSuccess: async ({ message }) => {
      toast.success(message)
      close()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.deleteCaptures)),
  })
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={open}>
        Delete all
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={`Delete ${formatCounted(count, 'unreadable response')}?`}
        consequence="This cannot be undone. Accounts and their numbers are not affected."
        confirm="Delete all"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({})}
        onClose={close}
      />
    </>
  )
}

const CAPTURES = '/api/scraping/captures'

type CapturedResponse = Schema<'CapturedResponse'>

/** Reads the responses that could not be parsed, the newest first. */
const useCaptures = () => api.useQuery('get', CAPTURES, undefined, { refetchInterval: POLL.adminOverview })

function useReloadCaptures() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['get', CAPTURES] })
}

/** Saves a response in the file format that `scraper parse --capture` reads. */
async function downloadCapture(id: number): Promise<void> {
  const { data, response } = await client.GET('/api/scraping/captures/{id}', {
    params: { path: { id } },
    parseAs: 'blob',
  })
  if (!(data instanceof Blob)) throw new Error('a response without a body')
  saveFile(data, fileName(response.headers.get('content-disposition')) ?? `capture-${id}.json`)
}
