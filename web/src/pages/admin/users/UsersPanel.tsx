import { Group, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { EmptyState, QueryView } from '@/components/QueryView'
import { Panel, PanelHeader } from '@/components/Panel'
import { PasswordDialog, type NewCredentials } from '@/components/PasswordDialog'
import { useUsers } from '@/pages/admin/queries'
import { DataTable } from '@/table/DataTable'
import { SearchBox } from '@/table/Toolbar'
import { userColumns } from './userColumns'
import { matching } from './users'

const SKELETON_HEIGHT = 240

/** Users of the chosen group, or all users. */
export function UsersPanel({ groupId }: { groupId: number | undefined }) {
  const users = useUsers()
  const [search, setSearch] = useState('')
  const [credentials, setCredentials] = useState<NewCredentials>()
  return (
    <Panel aria-label="Users">
      <PanelHeader
        title="Users"
        actions={
          <Group>
            <SearchBox label="Search users" value={search} onChange={setSearch} />
          </Group>
        }
      />
      <QueryView query={users} loading={<Skeleton h={SKELETON_HEIGHT} role="status" aria-label="Loading" />}>
        {(data) => {
          const rows = matching(data.users, { groupId, search })
          return rows.length === 0 ? (
            <EmptyState
              title={search === '' ? 'No users in this group yet' : 'No user matches'}
              hint={
                search === ''
                  ? 'Users are created on the Groups screen.'
                  : 'Search for another name or address.'
              }
            />
          ) : (
            <DataTable
              label="All users"
              columns={userColumns(setCredentials)}
              rows={rows}
              rowKey={(user) => user.id}
            />
          )
        }}
      </QueryView>
      <PasswordDialog
        title="Password reset"
        credentials={credentials}
        onClose={() => setCredentials(undefined)}
      />
    </Panel>
  )
}
