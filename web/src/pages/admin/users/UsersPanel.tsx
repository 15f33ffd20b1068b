import { Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { ActiveBadge } from '@/components/values/Badges'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { PasswordDialog, type NewCredentials } from '@/components/dialogs/PasswordDialog'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { DateTime, RelativeTime } from '@/components/values/Values'
import { useUsers } from '@/api/users'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { SearchBox } from '@/table/Toolbar'
import { roleOf } from '@/util/role'
import { UserActions } from './UserActions'
import { companyOf, matching, type User } from './users'
import classes from './UsersPanel.module.css'

const SKELETON_HEIGHT = 240

type Props = {
  groupId: number | undefined
  /** Leaves out the company, which is the same for all users of a group. */
  ofOwnGroup?: boolean
}

/** Lists the users of the chosen group, or all users. */
export function UsersPanel({ groupId, ofOwnGroup = false }: Props) {
  const users = useUsers()
  const [search, setSearch] = useState('')
  const [credentials, setCredentials] = useState<NewCredentials>()
  const columns = userColumns(setCredentials, ofOwnGroup)
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
          const rows = matching(data.users, { groupId, ofOwnGroup, search })
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
              label={ofOwnGroup ? 'Members' : 'All users'}
              columns={columns}
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

const COMPANY: Column<User> = {
  title: 'Company',
  card: 'text',
  cell: (user) => (
    <>
      {companyOf(user)}
      {user.group_name && user.group_name !== companyOf(user) && (
        <Text component="div" fz="xs" c="dimmed">
          {user.group_name}
        </Text>
      )}
    </>
  ),
}

/** Returns the columns; `onPassword` receives a new password that must be displayed. */
function userColumns(onPassword: (credentials: NewCredentials) => void, ofOwnGroup: boolean): Column<User>[] {
  return [
    {
      title: 'Name',
      card: 'heading',
      cell: ({ full_name: name, username }) => (
        <>
          <Text component="span" fz="sm" fw={600}>
            {name || username}
          </Text>
          {name && (
            <Text component="div" fz="xs" c="dimmed">
              {username}
            </Text>
          )}
        </>
      ),
    },
    ...(ofOwnGroup ? [] : [COMPANY]),
    { title: 'Role', card: 'foot', cell: roleOf },
    {
      title: 'Email',
      card: 'text',
      cell: ({ email }) => email || <span className={classes.missing}>No email address</span>,
    },
    { title: 'Status', card: 'aside', cell: ({ is_active }) => <ActiveBadge active={is_active} /> },
    {
      title: 'Last sign-in',
      card: 'foot',
      quiet: true,
      cell: ({ last_login }) => (last_login ? <RelativeTime iso={last_login} /> : 'Never'),
    },
    { title: 'Created', card: 'foot', quiet: true, cell: ({ created_at }) => <DateTime iso={created_at} /> },
    {
      title: 'Actions',
      card: 'foot',
      actions: true,
      cell: (user) => <UserActions user={user} onPassword={onPassword} />,
    },
  ]
}
