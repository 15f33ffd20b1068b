import { Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconRestore, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { ConfirmDialog } from '@/components/dialogs/Dialogs'
import { IconButton } from '@/components/buttons/IconButton'
import { PageFoot } from '@/components/layout/Page'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { DateTime } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { SearchBox } from '@/table/Toolbar'
import { PAGE_SIZE } from '@/util/constants'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { ERROR, SUCCESS } from '@/util/messages'
import { PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'

const SKELETON_HEIGHT = 96

type Deletion = Schema<'Deletion'>

const KINDS: Record<Deletion['kind'], string> = { account: 'Account', video: 'Video', group: 'Group' }

/** Lists deleted accounts, videos and groups that can be restored. */
export function DeletionsPanel() {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const query = { page, per_page: PAGE_SIZE.deletions, ...(search && { search }) }
  const deletions = api.useQuery(
    'get',
    '/api/admin/deletions',
    { params: { query } },
    { placeholderData: keepPreviousData },
  )
  const last = Math.max(deletions.data?.pages ?? page, 1)
  // The last entry of the last page was restored.
  if (page > last && !deletions.isPlaceholderData) setPage(last)
  const find = (text: string) => {
    setSearch(text)
    setPage(1)
  }
  return (
    <Panel aria-label="Recently deleted">
      <PanelHeader
        title="Recently deleted"
        actions={<SearchBox label="Search deleted items" value={search} onChange={find} />}
      />
      <QueryView
        query={deletions}
        loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}
      >
        {({ deletions: rows, total, pages }) =>
          rows.length === 0 ? (
            <EmptyState
              title={search === '' ? 'Nothing to restore' : 'No deleted item matches'}
              hint={
                search === ''
                  ? 'Deleted accounts, videos and groups can be restored here for a limited time.'
                  : 'Search for another name.'
              }
            />
          ) : (
            <>
              <DataTable label="Deletions" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
              {pages > 1 && (
                <PageFoot
                  page={page}
                  pages={pages}
                  size={PAGE_SIZE.deletions}
                  total={total}
                  onChange={setPage}
                />
              )}
            </>
          )
        }
      </QueryView>
    </Panel>
  )
}

const COLUMNS: Column<Deletion>[] = [
  { title: 'Name', card: 'heading', cell: ({ name }) => name },
  {
    title: 'Kind',
    card: 'heading',
    cell: ({ kind, platform }) =>
      platform && kind === 'account' ? `${PLATFORMS[platform].name} account` : KINDS[kind],
  },
  { title: 'Group', card: 'text', cell: ({ group_name: group }) => group },
  { title: 'Deleted', card: 'foot', cell: ({ deleted_at: at }) => <DateTime iso={at} /> },
  {
    title: 'Kept until',
    card: 'foot',
    cell: ({ purge_at: at }) => (at ? <DateTime iso={at} /> : 'Restored or erased'),
  },
  {
    title: 'Actions',
    card: 'foot',
    actions: true,
    cell: (deletion) => <DeletionActions deletion={deletion} />,
  },
]

function DeletionActions({ deletion: { id, kind, name } }: { deletion: Deletion }) {
  const [confirming, { open, close }] = useDisclosure(false)
  const queries = useQueryClient()
  const path = { params: { path: { id } } }
  const restore = api.useMutation('post', '/api/admin/deletions/{id}/restore', {
    onSuccess: async () => {
      toast.success(SUCCESS.restored)
      // A restored group changes every page.
      await queries.invalidateQueries()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.restore)),
  })
  const purge = api.useMutation('delete', '/api/admin/deletions/{id}', {
    onSuccess: async () => {
      toast.success(ADMIN_SUCCESS.deletionPurged)
      close()
      await queries.invalidateQueries({ queryKey: ['get', '/api/admin/deletions'] })
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.purgeDeletion)),
  })
  return (
    <>
      <IconButton
        icon={IconRestore}
        label="Restore"
        name={`Restore ${name}`}
        shortLabel="Restore"
        busy={restore.isPending}
        onClick={() => restore.mutate(path)}
      />
      <IconButton
        icon={IconTrash}
        label="Delete now"
        name={`Delete ${name} now`}
        shortLabel="Delete"
        onClick={open}
      />
      <ConfirmDialog
        opened={confirming}
        title={`Delete ${name} now?`}
        consequence={
          kind === 'group'
            ? 'All data that the group has deleted is purged now, unless other groups track it. This cannot be undone.'
            : 'Its history is purged now, unless other groups track it. This cannot be undone.'
        }
        confirm="Delete now"
        busy={purge.isPending}
        onConfirm={() => purge.mutate(path)}
        onClose={close}
      />
    </>
  )
}
